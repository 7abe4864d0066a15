import { hash, verify } from '@node-rs/argon2';
import type { AccountSettings } from '#server/library/accounts/account-service.ts';
import { createHashingQueue } from '#server/library/accounts/hashing-queue.ts';

/** Minimum cost of Argon2: a hash takes a fraction of a millisecond instead of 30 ms. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hashes like the product (server/library/accounts/passwords.ts), in a separate queue, at the lowest cost. */
export function createQuickPasswords(): NonNullable<AccountSettings['passwords']> {
  const inTurn = createHashingQueue();
  return {
    hashPassword: (password) => inTurn(() => hash(password, cost)),
    verifyPassword: (passwordHash, password) => inTurn(() => verify(passwordHash, password)),
    verifyOfKnownBrowser: verify,
  };
}

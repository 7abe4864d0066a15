import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createHashingQueue } from './hashing-queue.ts';

// Argon2id, the package's default algorithm, at the lowest cost that OWASP recommends; takes tens of milliseconds.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of an unknown password, at the same cost as real ones. It is verified if there is no account, so that this
 * takes as long as a wrong password. It is a constant, because creating it could fail.
 */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$WIJXvsjkmUB3Sg4Y/o17WA$AtkI/F1G1OukGt1G3HcCQrEkng/Cn7FmDuiCdKj9VTA';

const queue = createHashingQueue();

/** Throws like `verifyPassword`. */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, cost));
}

/** Verifies a password. Throws Problem `general_service_unavailable` if too many are being verified. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return queue(() => verify(passwordHash, password));
}

/**
 * Verifies the password of an administrator in a known browser, who never waits behind the attempts of strangers. The
 * attempt limit of a known browser bounds the concurrency.
 */
export function verifyOfKnownBrowser(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** Returns a secret for a session: 32 random bytes in base64url, as in its cookie. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Maximum length of a secret, longer than any real one; longer text is not even hashed. */
export const maxSecretLength = 256;

/** Returns the hash of a secret that is stored. A secret is random, so no slow hash is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

// Without letters and digits that are easily confused, so that it can be read from a terminal and typed.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a random password of four groups of five letters and digits: 99 bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => readable[randomInt(readable.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

import { toAccountAnswer } from '#contract/appwrite/to-account.ts';
import { visitor, type Account, type Actor } from '#domain/account.ts';
import type { AccountSession } from '#server/accounts/account-service.ts';
import type { Services } from '#server/services.ts';

/** Who is at the other end of a realtime connection. */
export type Identity = {
  actor(): Actor;
  /** The account as the contract shows it; null for a visitor. */
  user(): ReturnType<typeof toAccountAnswer> | null;
  /** Takes the session of the cookie; without a valid one, the connection is a visitor's. */
  begin(secret: string | null): Promise<void>;
  /** Takes a session that was sent in a message. False, and nothing changed, when it is not valid. */
  authenticate(secret: string): Promise<boolean>;
};

/** A visitor until a session is taken. */
export function createIdentity(accounts: Pick<Services['accounts'], 'identify'>): Identity {
  let current: { actor: Actor; account: Account | null; session: AccountSession | null } = {
    actor: visitor,
    account: null,
    session: null,
  };
  return {
    actor: () => current.actor,
    user: () =>
      current.account && toAccountAnswer(current.account, current.session?.updatedAt ?? current.account.updatedAt),
    async begin(secret) {
      current = await accounts.identify(secret);
    },
    async authenticate(secret) {
      const found = await accounts.identify(secret);
      if (found.account) current = found;
      return found.account !== null;
    },
  };
}

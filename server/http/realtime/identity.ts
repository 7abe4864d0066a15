import { toAccountAnswer } from '#contract/appwrite/to-account.ts';
import { visitor, type Account, type Actor } from '#domain/account.ts';
import type { AccountSession } from '#server/library/accounts/account-service.ts';
import type { Services } from '#server/services/services.ts';

/** The account at the other end of a realtime connection. */
export type Identity = {
  actor(): Actor;
  /** Returns the account as the contract shows it; null for a visitor. */
  user(): ReturnType<typeof toAccountAnswer> | null;
  /** Uses the session in the cookie; without a valid one, the connection is a visitor's. */
  begin(secret: string | null): Promise<void>;
  /** Uses a session that was sent in a message. If it is not valid, changes nothing and returns false. */
  authenticate(secret: string): Promise<boolean>;
};

/** Creates the identity of a visitor, until a session is used. */
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

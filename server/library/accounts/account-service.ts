import type { Account, Actor } from '#domain/account.ts';
import type { GeneratedPassword } from '#server/engines/data-folder/password-file.ts';
import type { SessionRecord, AccountRecord } from '#server/engines/database/account-records.ts';
import type { Database } from '#server/engines/database/database.ts';
import type * as slowHashes from './passwords.ts';
import type { Trail } from './trail.ts';

/** A session, as services return it. */
export type AccountSession = SessionRecord;

/** Delivers a generated password to the operator. */
export type HandOver = (made: GeneratedPassword) => Promise<unknown>;

/** Accounts and sessions. Input is already validated: email addresses are in lower case. Throws `Problem`. */
export interface AccountService {
  /**
   * Creates or updates the administrator at start. A password from the settings is applied only once, because the
   * owner may have changed it since. Returns the email address, and the password if it was generated, to be shown
   * once; `handOver` receives them before the account is made, so that the password is not lost.
   */
  prepareAdministrator(
    settings: { email: string | null; password: string | null; name: string },
    handOver?: HandOver,
  ): Promise<GeneratedPassword | null>;
  /**
   * Lists administrators that an earlier ADMIN_EMAIL, or the first start, created and that still have their rights.
   * Empty while the setting is missing, because then such an account is the one in use.
   */
  listEarlierAdministrators(adminEmail: string | null): Promise<Account[]>;
  /** Checks email and password; same error and same duration for an unknown email and a wrong password. */
  signIn(
    credentials: { email: string; password: string },
    from: { ip: string; userAgent: string; browser?: string | null },
  ): Promise<{
    session: SessionRecord;
    secret: string;
    /**
     * The secret that identifies the browser at its next sign-in (sign-in-guard.ts); the one it sent, if it is still
     * valid.
     */
    browser: string;
  }>;
  /**
   * Returns the account that a session secret belongs to; a visitor if it is unknown or expired. Extends the idle
   * time.
   */
  identify(secret: string | null): Promise<{ actor: Actor; account: Account | null; session: SessionRecord | null }>;
  getSession(actor: Actor, id: string): Promise<SessionRecord>;
  listSessions(actor: Actor): Promise<SessionRecord[]>;
  /** Extends the session to 30 days from now, but at most 90 days after its sign-in. */
  lengthenSession(actor: Actor, id: string): Promise<SessionRecord>;
  endSession(actor: Actor, id: string): Promise<void>;
  endAllSessions(actor: Actor): Promise<void>;
  /**
   * Sets a new password for the account of the actor. Ends its other sessions, and forgets its browsers except the
   * one with the secret `browser`. Throws Problem `user_invalid_credentials` for a wrong old password.
   */
  changePassword(
    actor: Actor,
    passwords: { password: string; oldPassword: string },
    browser: string | null,
  ): Promise<Account>;
  /** Creates an ordinary account. Allowed only if the setting SIGN_UP is `open`. */
  signUp(account: { id: string; email: string; password: string; name: string }): Promise<Account>;
  /** Removes sessions that have ended, and browsers whose cookie has expired. Returns the number of removed sessions. */
  sweep(now: number): Promise<number>;
}

export type AccountSettings = {
  database: Pick<Database, 'accounts' | 'settings'>;
  trail: Pick<Trail, 'transaction' | 'count' | 'currentNetwork'>;
  signUp: 'open' | 'closed';
  now?: () => number;
  /** Called when an administrator has signed in. Never rejects. */
  onSignIn?: (email: string) => Promise<void>;
  /** Replaced by tests, which count the slow hashes. */
  passwords?: Pick<typeof slowHashes, 'hashPassword' | 'verifyPassword' | 'verifyOfKnownBrowser'>;
};

/** Returns the account without its password hash. */
export function toAccount(record: AccountRecord): Account {
  const { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt } = record;
  return { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt };
}

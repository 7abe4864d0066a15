import { Problem } from '#contract/problems.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, AccountRecords } from '#server/engines/database/account-records.ts';
import type { AccountService, AccountSettings } from './account-service.ts';
import { describeBrowser } from './describe-browser.ts';
import { rememberBrowser } from './known-browsers.ts';
import { noteVisit } from './note-visit.ts';
import { decoyHash, hashSecret, makeSecret } from './passwords.ts';
import { endOfNewSession } from './session-lifetime.ts';
import type { Trail } from './trail.ts';

/**
 * Maximum number of sessions of an account, more than all devices of one person. The sessions that were unused longest
 * end first.
 */
const maxSessions = 50;

/** Exchanges an email address and a password for a session. */
export function createSignIn(parts: {
  accounts: AccountRecords;
  trail: Pick<Trail, 'transaction' | 'count' | 'currentNetwork'>;
  passwords: Required<AccountSettings>['passwords'];
  now: () => number;
  onSignIn: AccountSettings['onSignIn'];
}): AccountService['signIn'] {
  const { accounts, trail, passwords, now, onSignIn } = parts;

  /** True if an administrator signs in with a browser that has signed in to this account before. */
  async function isKnownAdministrator(account: AccountRecord | null, browser: string | null): Promise<boolean> {
    if (browser === null) return false;
    const userIds = await accounts.listAccountsOfBrowser(hashSecret(browser));
    return account !== null && account.isAdministrator && userIds.includes(account.id);
  }

  async function verify({ email, password }: Credentials, browser: string | null): Promise<AccountRecord> {
    const account = await accounts.findByEmail(email);
    const isRight = (await isKnownAdministrator(account, browser))
      ? await passwords.verifyOfKnownBrowser(account?.passwordHash ?? decoyHash, password)
      : await passwords.verifyPassword(account?.passwordHash ?? decoyHash, password);
    if (!account || !isRight) {
      trail.count('sign-in failed', account?.id ?? '');
      throw new Problem('user_invalid_credentials', 'Invalid credentials. Please check the email and password.');
    }
    if (account.isBlocked) throw new Problem('user_blocked', 'The current user has been blocked.');
    return account;
  }

  return async (credentials, { ip, userAgent, browser: sent = null }) => {
    const account = await verify(credentials, sent);
    // Always a new secret, so that nobody can prepare a session for somebody else to sign in to.
    const secret = makeSecret();
    const { session, browser } = await trail.transaction(async (records, note) => {
      const made = await records.accounts.insertSession({
        id: makeIdentifier(),
        userId: account.id,
        secretHash: hashSecret(secret),
        expiresAt: endOfNewSession(now()),
        ip,
        // Not the whole user agent, which can identify a person. Its owner only has to recognise the browser.
        userAgent: describeBrowser(userAgent),
      });
      await records.accounts.keepLatestSessions(account.id, maxSessions);
      await noteVisit(trail, note, 'signed in', account);
      return { session: made, browser: await rememberBrowser(records, account.id, sent) };
    });
    if (account.isAdministrator) await onSignIn?.(account.email);
    return { session, secret, browser };
  };
}

type Credentials = { email: string; password: string };

import { Problem } from '#contract/problems.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, AccountRecords } from '#server/engines/database/account-records.ts';
import type { Records } from '#server/engines/database/database.ts';
import type { AccountService, AccountSettings } from './account-service.ts';
import { decoyHash, hashSecret, makeSecret } from './passwords.ts';
import { endOfNewSession } from './sessions.ts';
import { noteVisit, type Trail } from './trail.ts';

/** More than one person uses; those unused longest are forgotten first. */
const maxBrowsers = 20;
/** A little longer than the lifetime of the browser's cookie. */
const browserMs = 400 * 24 * 60 * 60 * 1000;

/**
 * Remembers that the browser signed in to the account, and returns its secret. The secret that the browser sent stays
 * valid only if this account knows it: one that another account introduced may have been planted. Otherwise the
 * browser gets a new secret, which replaces the old one for its other accounts too.
 */
async function rememberBrowser(
  { accounts }: Pick<Records, 'accounts'>,
  userId: string,
  sent: string | null,
): Promise<string> {
  const sentHash = sent === null ? null : hashSecret(sent);
  const userIds = sentHash === null ? [] : await accounts.listAccountsOfBrowser(sentHash);
  const secret = sent !== null && userIds.includes(userId) ? sent : makeSecret();
  const secretHash = hashSecret(secret);
  if (sentHash !== null && sentHash !== secretHash && userIds.length > 0)
    await accounts.renameBrowser(sentHash, secretHash);
  await accounts.keepBrowser(userId, secretHash, maxBrowsers);
  return secret;
}

/** Forgets browsers whose cookie has expired. */
export async function forgetExpiredBrowsers(accounts: AccountRecords, now: number): Promise<void> {
  await accounts.removeBrowsersSeenBefore(now - browserMs);
}

const browsers: [pattern: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * Returns the browser and system that a user agent names, such as "Firefox on Linux", or the beginning of the user
 * agent. Such a description is returned unchanged.
 */
export function describeBrowser(userAgent: string): string {
  if (!userAgent.includes('/')) return userAgent.slice(0, 40);
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const found = [find(browsers), find(systems)].filter(Boolean);
  return found.length > 0 ? found.join(' on ') : userAgent.slice(0, 40);
}

/** More than all devices of one person; those unused longest end first. */
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

  /** True if an administrator signs in with a browser that has done so before. */
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

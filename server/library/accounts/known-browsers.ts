import type { AccountRecords } from '#server/engines/database/account-records.ts';
import type { Records } from '#server/engines/database/database.ts';
import { hashSecret, makeSecret } from './passwords.ts';

/**
 * Maximum number of known browsers of an account, more than one person uses. The browsers that were unused longest are
 * forgotten first.
 */
const maxBrowsers = 20;
/** A little longer than the lifetime of the browser's cookie. */
const browserMs = 400 * 24 * 60 * 60 * 1000;

/**
 * Remembers that the browser signed in to the account, and returns its secret. The secret that the browser sent stays
 * valid only if this account already knows it: a secret known only from another account may have been planted.
 * Otherwise the browser gets a new secret, which replaces the old one for its other accounts too.
 */
export async function rememberBrowser(
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

import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { memoizeSuccess } from '#server/memoize-success.ts';
import { hashSecret } from './passwords.ts';
import { createSavedWaits } from './saved-waits.ts';
import { openSignInLimits, signInLimits } from './sign-in-limits.ts';
import type { TryVerdict } from './try-limit.ts';
import { stepOfLimit, stepOfPace, takeAll, type TryOutcome } from './try-steps.ts';

/** Where a password is tried from, and on which account. */
export type SignInTry = {
  /** In lower case; null for text that cannot be an email address, so that no password is tried. */
  email: string | null;
  /** The network that the try is counted for: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The wider network, an IPv6 /48, or null if there is none to count. */
  widerNetwork: string | null;
  /** The secret of the browser's cookie, or null. */
  browser: string | null;
};

/** Decides whether a password may be tried; `settle` must be called with the outcome unless the limit is exceeded. */
export interface SignInGuard {
  take(attempt: SignInTry): Promise<{ verdict: TryVerdict; settle(outcome: TryOutcome): void }>;
  /** Counts an account that somebody in the network wants to create. */
  takeSignUp(network: string): Promise<TryVerdict>;
  /** Forgets waits that have ended; called every hour. */
  sweep(moment: number): Promise<void>;
  /** Resolves once all waits are written. */
  close(): Promise<void>;
}

/**
 * Limits tries by account and network together, so that strangers slow only themselves. Tries of unknown browsers on
 * one account share a pace as well, against guessing from many machines. A browser that has signed in to the account
 * before has its own limit and none of the others.
 */
export function createSignInGuard(parts: {
  database: Pick<Database, 'accounts' | 'settings'>;
  now: () => number;
  log: Pick<Logger, 'warn'>;
  limits?: typeof signInLimits;
}): SignInGuard {
  const { now, log, limits = signInLimits } = parts;
  const { accounts, settings } = parts.database;
  const waits = createSavedWaits({ accounts, log, maxSaved: limits.maxSavedAnHour });
  const open = memoizeSuccess(() => openSignInLimits({ settings, waits, now, limits }));

  /** Whether the browser has signed in to the account of that email address. The same steps for every address. */
  async function isKnown(email: string, browser: string): Promise<boolean> {
    const userIds = await accounts.listAccountsOfBrowser(hashSecret(browser));
    if (userIds.length === 0) return false;
    const account = await accounts.findByEmail(email);
    return account !== null && userIds.includes(account.id);
  }

  return {
    async take({ email, network, widerNetwork, browser }) {
      const { keyOf, pairs, networks, widerNetworks, browsers, pace } = await open();
      if (email !== null && browser !== null && (await isKnown(email, browser)))
        return takeAll([stepOfLimit(browsers, keyOf(browser, email), true)]);
      const steps = [stepOfLimit(networks, keyOf(network), false)];
      if (widerNetwork !== null) steps.push(stepOfLimit(widerNetworks, keyOf(widerNetwork), false));
      if (email === null) return takeAll(steps);
      const ofPair = stepOfLimit(pairs, keyOf(email, network), true);
      return takeAll([...steps, stepOfPace(pace, keyOf(email)), ofPair]);
    },

    async takeSignUp(network) {
      const { keyOf, signUps } = await open();
      return signUps.take(keyOf(network));
    },

    sweep: (moment) => waits.sweep(moment),
    close: () => waits.close(),
  };
}

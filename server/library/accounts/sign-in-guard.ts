import type { Logger } from 'pino';
import type { Database } from '#server/engines/database/database.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { hashSecret } from './passwords.ts';
import { createSharedTries, type SharedTries } from './shared-tries.ts';
import { openSignInKeys, openSignInLimits, settingsOf, signInLimits, createSavedWaits } from './sign-in-limits.ts';
import { rememberedMs, type TryVerdict } from './try-limit.ts';
import { stepsOf, takeAll, type CountedKey, type TryOutcome } from './try-steps.ts';

/** The client of a sign-in attempt, and the account it tries. */
export type SignInTry = {
  /** In lower case; null for text that can't be an email address, so that no password is tried. */
  email: string | null;
  /** The network that the attempt is counted for: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The wider network, an IPv6 /48, or null if there is none to count. */
  widerNetwork: string | null;
  /** The secret of the browser's cookie, or null. */
  browser: string | null;
};

/** Decides if a password may be tried; `settle` must be called with the outcome unless the limit is exceeded. */
export interface SignInGuard {
  take(attempt: SignInTry): Promise<{ verdict: TryVerdict; settle(outcome: TryOutcome): void }>;
  /** Counts an attempt to create an account from the network. */
  takeSignUp(network: string): Promise<TryVerdict>;
  /** Forgets attempts and waits that have ended; called every hour. */
  sweep(moment: number): Promise<void>;
  /** Resolves once all waits are written. */
  close(): Promise<void>;
}

/**
 * Limits attempts by account and network together, so that strangers slow only themselves. Attempts of unknown
 * browsers on one account also share a pace, against guessing from many machines. A browser that has signed in to the
 * account before has only its own limit.
 */
export function createSignInGuard(parts: {
  database: Pick<Database, 'accounts' | 'settings' | 'signInTries'>;
  now: () => number;
  log: Pick<Logger, 'warn'>;
  limits?: typeof signInLimits;
}): SignInGuard {
  const { now, log, limits = signInLimits } = parts;
  const { accounts, settings, signInTries } = parts.database;
  const waits = createSavedWaits({ accounts, log, maxSaved: limits.maxSavedAnHour });
  /** Counts in this process, or in the database if there are other nodes. */
  let shared: SharedTries | null = null;
  /** Forgets ended attempts in this process. */
  let sweepOwn = () => {};
  const open = memoizeSuccess(async () => {
    const { keyOf, hash } = await openSignInKeys(settings);
    if (signInTries) {
      shared = createSharedTries({ records: signInTries, limits, settings: settingsOf(limits), now, hash, log });
      return { keyOf, take: shared.take };
    }
    const limitOf = await openSignInLimits({ hash, waits, now, limits });
    sweepOwn = limitOf.sweep;
    return { keyOf, take: async (keys: readonly CountedKey[]) => takeAll(stepsOf(keys, limitOf)) };
  });

  /** True if the browser has signed in to the account of that email address. Takes the same steps for every address. */
  async function isKnown(email: string, browser: string): Promise<boolean> {
    const userIds = await accounts.listAccountsOfBrowser(hashSecret(browser));
    if (userIds.length === 0) return false;
    const account = await accounts.findByEmail(email);
    return account !== null && userIds.includes(account.id);
  }

  return {
    async take({ email, network, widerNetwork, browser }) {
      const { keyOf, take } = await open();
      if (email !== null && browser !== null && (await isKnown(email, browser)))
        return take([{ kind: 'browser', key: keyOf(browser, email), isForgiving: true }]);
      const keys: CountedKey[] = [{ kind: 'network', key: keyOf(network) }];
      if (widerNetwork !== null) keys.push({ kind: 'wider', key: keyOf(widerNetwork) });
      if (email === null) return take(keys);
      const ofPair = { kind: 'pair' as const, key: keyOf(email, network), isForgiving: true };
      return take([...keys, { kind: 'pace', key: keyOf(email) }, ofPair]);
    },

    async takeSignUp(network) {
      const { keyOf, take } = await open();
      return (await take([{ kind: 'sign-up', key: keyOf(network) }])).verdict;
    },

    async sweep(moment) {
      sweepOwn();
      await waits.sweep(moment);
      if (signInTries) await signInTries.sweep({ few: limits.triesPerAccountAndNetwork, rememberedMs });
    },

    async close() {
      await waits.close();
      await shared?.close();
    },
  };
}

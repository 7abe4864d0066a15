import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { SignInWait } from '#server/engines/database/account-records.ts';
import type { Database } from '#server/engines/database/database.ts';
import { createSharedPace } from './shared-pace.ts';
import { createTryLimit } from './try-limit.ts';
import type { LimitOfKind } from './try-steps.ts';

/** Waits in the database, so that a restart does not end them. */
interface SavedWaits {
  /** Lists waits that end after the given time, at most the 20,000 that end last. */
  list(moment: number): Promise<SignInWait[]>;
  /** Saves it in the background. A wait that can't be saved is logged and does not prevent signing in. */
  save(wait: SignInWait): void;
  /** Removes it in the background, with the same error handling. */
  remove(key: string): void;
  /** Removes those that ended before the given time; called every hour. */
  sweep(moment: number): Promise<void>;
  /** Resolves once everything is written. */
  close(): Promise<void>;
}

/** The longest ones; a few megabytes at most. */
const maxWaits = 20_000;

/** Saves at most `maxSaved` waits between two sweeps. */
export function createSavedWaits(parts: {
  accounts: Database['accounts'];
  log: Pick<Logger, 'warn'>;
  maxSaved: number;
}): SavedWaits {
  const { accounts, log, maxSaved } = parts;
  const writing = new Set<Promise<unknown>>();
  let saved = 0;

  function write(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'a sign-in wait could not be saved'))
      .finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    list: (moment) => accounts.listWaits(moment, maxWaits),
    save(wait) {
      saved += 1;
      if (saved <= maxSaved) write(accounts.saveWait(wait));
    },
    remove: (key) => write(accounts.removeWait(key)),
    async sweep(moment) {
      saved = 0;
      await accounts.removeWaitsBefore(moment);
    },
    close: async () => void (await Promise.all(writing)),
  };
}

const hourMs = 60 * 60 * 1000;

export const signInLimits = {
  /** Attempts an hour for an email address, counted separately for each network. */
  triesPerAccountAndNetwork: 10,
  /**
   * The wait doubles to at most 8 hours, so that a stranger with the same address never blocks an account longer than
   * a night.
   */
  maxStep: 3,
  /** Failed attempts of one address an hour; looser, because a whole campus may share it. */
  triesPerNetwork: 100,
  /** Same for an IPv6 /48, in which one customer has 65,536 networks. */
  triesPerWiderNetwork: 500,
  signUpsPerNetwork: 100,
  /** Failed attempts on one account by unknown browsers of all networks: this many at once, ... */
  burstPerAccount: 100,
  /** ... then one per interval: 240 an hour, for any number of guessing machines. */
  paceMs: 15_000,
  /** About 4 MB for each limit when it is full. */
  maxKeys: 20_000,
  /** Waits written to the database in an hour, so that an attack can't fill the disk with them. */
  maxSavedAnHour: 5000,
};

/** Returns the limits by kind of key: `limit` attempts are allowed in a window, which doubles up to `maxStep` times. */
export function settingsOf(limits: typeof signInLimits) {
  const { triesPerAccountAndNetwork, maxStep } = limits;
  const windowMs = hourMs;
  return {
    pair: { limit: triesPerAccountAndNetwork, windowMs, maxStep },
    network: { limit: limits.triesPerNetwork, windowMs, maxStep: 0 },
    wider: { limit: limits.triesPerWiderNetwork, windowMs, maxStep: 0 },
    'sign-up': { limit: limits.signUpsPerNetwork, windowMs, maxStep: 0 },
    browser: { limit: triesPerAccountAndNetwork, windowMs, maxStep },
  };
}

/** Keys that reveal nothing about the words they are made of, and numbers that strangers can't predict. */
export type SignInKeys = { keyOf(...words: string[]): string; hash(text: string): number };

export async function openSignInKeys(settings: Database['settings']): Promise<SignInKeys> {
  const hashKey = await findHashKey(settings);
  const digest = (text: string) => createHmac('sha256', hashKey).update(text).digest();
  return {
    keyOf: (...words) => digest(words.join('\n')).toString('base64url'),
    hash: (text) => digest(text).readUInt32LE(),
  };
}

/**
 * Creates the limits and restores the waits from before the last restart. `sweep` forgets the keys that no longer
 * count.
 */
export async function openSignInLimits(parts: {
  hash: SignInKeys['hash'];
  waits: Pick<SavedWaits, 'list' | 'save' | 'remove'>;
  now: () => number;
  limits: typeof signInLimits;
}): Promise<LimitOfKind & { sweep(): void }> {
  const { waits, now, limits, hash } = parts;
  const saveAs = (kind: string) => (wait: SignInWait) => waits.save({ ...wait, key: `${kind}:${wait.key}` });
  const settings = settingsOf(limits);
  const createLimit = (kind: keyof typeof settings) =>
    createTryLimit({
      ...settings[kind],
      maxKeys: limits.maxKeys,
      now,
      hash,
      onUsedUp: saveAs(kind),
      onForgiven: (key) => waits.remove(`${kind}:${key}`),
    });
  const { burstPerAccount: burst, paceMs: everyMs } = limits;
  const pace = createSharedPace({ burst, everyMs, now, hash, onSlow: saveAs('pace') });
  const byKind = {
    pair: createLimit('pair'),
    network: createLimit('network'),
    wider: createLimit('wider'),
    'sign-up': createLimit('sign-up'),
    browser: createLimit('browser'),
  };
  for (const { key, ...wait } of await waits.list(now())) {
    const [kind = '', rest = ''] = key.split(':');
    const limit = kind === 'pace' ? pace : kind in byKind ? byKind[kind as keyof typeof byKind] : null;
    limit?.restore({ ...wait, key: rest });
  }
  return {
    limit: (kind) => byKind[kind],
    pace: () => pace,
    sweep() {
      for (const limit of Object.values(byKind)) limit.sweep();
    },
  };
}

const hashKeySetting = 'sign-in key';

/** Returns the key of the hashes under which waits are stored; created once for each library. */
async function findHashKey(settings: Database['settings']): Promise<string> {
  const known = await settings.find(hashKeySetting);
  return known ?? settings.ensure(hashKeySetting, randomBytes(32).toString('base64url'));
}

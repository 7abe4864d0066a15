import { createHmac, randomBytes } from 'node:crypto';
import type { SignInWait } from '#server/database/account-records.ts';
import type { Database } from '#server/database/database.ts';
import type { SavedWaits } from './saved-waits.ts';
import { createSharedPace, type SharedPace } from './shared-pace.ts';
import { createTryLimit, type TryLimit } from './try-limit.ts';

const hourMs = 60 * 60 * 1000;

export const signInLimits = {
  /** Tries an hour for an email address, counted for each network that tries. */
  triesPerAccountAndNetwork: 10,
  /** The wait doubles to at most 8 hours, so that a stranger behind the same address never blocks an account for longer than a night. */
  maxStep: 3,
  /** Failed tries of one address an hour; looser, because a whole campus may share it. */
  triesPerNetwork: 100,
  /** The same for an IPv6 /48, in which one customer has 65,536 networks. */
  triesPerWiderNetwork: 500,
  signUpsPerNetwork: 100,
  /** Failed tries on one account by unknown browsers of all networks: this many at once, ... */
  burstPerAccount: 100,
  /** ... then one every so many milliseconds: 240 an hour, however many machines are guessing. */
  paceMs: 15_000,
  /** About 4 MB for each limit when it is full. */
  maxKeys: 20_000,
  /** Waits written to the database in an hour, so that an attack cannot fill the disk with them. */
  maxSavedAnHour: 5000,
};

/** The limits that tries to sign in and to sign up are counted against, each with keys of its own. */
export type SignInLimits = {
  /** A key for these words that reveals nothing about them. */
  keyOf(...words: string[]): string;
  /** By account and network. */
  pairs: TryLimit;
  networks: TryLimit;
  widerNetworks: TryLimit;
  signUps: TryLimit;
  /** By known browser and account. */
  browsers: TryLimit;
  /** By account, for unknown browsers. */
  pace: SharedPace;
};

/** Makes the limits and restores the waits of before the last restart. */
export async function openSignInLimits(parts: {
  settings: Database['settings'];
  waits: Pick<SavedWaits, 'list' | 'save' | 'remove'>;
  now: () => number;
  limits: typeof signInLimits;
}): Promise<SignInLimits> {
  const { waits, now, limits } = parts;
  const hashKey = await findHashKey(parts.settings);
  const digest = (text: string) => createHmac('sha256', hashKey).update(text).digest();
  const hash = (text: string) => digest(text).readUInt32LE();
  const saveAs = (kind: string) => (wait: SignInWait) => waits.save({ ...wait, key: `${kind}:${wait.key}` });
  const createLimit = (kind: string, limit: number, maxStep: number) =>
    createTryLimit({
      limit,
      windowMs: hourMs,
      maxStep,
      maxKeys: limits.maxKeys,
      now,
      hash,
      onUsedUp: saveAs(kind),
      onForgiven: (key) => waits.remove(`${kind}:${key}`),
    });
  const { triesPerAccountAndNetwork, maxStep, burstPerAccount, paceMs } = limits;
  const opened: SignInLimits = {
    keyOf: (...words) => digest(words.join('\n')).toString('base64url'),
    pairs: createLimit('pair', triesPerAccountAndNetwork, maxStep),
    networks: createLimit('network', limits.triesPerNetwork, 0),
    widerNetworks: createLimit('wider', limits.triesPerWiderNetwork, 0),
    signUps: createLimit('sign-up', limits.signUpsPerNetwork, 0),
    browsers: createLimit('browser', triesPerAccountAndNetwork, maxStep),
    pace: createSharedPace({ burst: burstPerAccount, everyMs: paceMs, now, hash, onSlow: saveAs('pace') }),
  };
  restoreWaits(opened, await waits.list(now()));
  return opened;
}

function restoreWaits(limits: SignInLimits, waits: readonly SignInWait[]): void {
  const limitOfKind: Record<string, { restore(wait: SignInWait): void }> = {
    pair: limits.pairs,
    network: limits.networks,
    wider: limits.widerNetworks,
    browser: limits.browsers,
    pace: limits.pace,
  };
  for (const { key, ...wait } of waits) {
    const [kind = '', rest = ''] = key.split(':');
    limitOfKind[kind]?.restore({ ...wait, key: rest });
  }
}

const hashKeySetting = 'sign-in key';

/** The key of the hashes under which waits are stored; made once for each library. */
async function findHashKey(settings: Database['settings']): Promise<string> {
  const known = await settings.find(hashKeySetting);
  return known ?? settings.ensure(hashKeySetting, randomBytes(32).toString('base64url'));
}

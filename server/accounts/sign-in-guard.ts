import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, SignInWait } from '#server/database/database.ts';
import { hashSecret } from './passwords.ts';
import { createSharedPace } from './shared-pace.ts';
import { createTryLimit, type TryLimit, type TryVerdict } from './try-limit.ts';

/** Who wants to try a password on which account. */
export type SignInTry = {
  /** In lower case; null for what cannot be an email address and so cannot guess any password. */
  email: string | null;
  /** The network tries are counted for: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The wider network, an IPv6 /48, or null where there is none to count. */
  widerNetwork: string | null;
  /** The secret of the browser's cookie, or null. */
  browser: string | null;
};

export type TryOutcome = 'right' | 'wrong' | 'no try';

/** Decides whether a password may be tried; `settle` must be called with the outcome unless the limit is exceeded. */
export interface SignInGuard {
  take(attempt: SignInTry): Promise<{ verdict: TryVerdict; settle(outcome: TryOutcome): void }>;
  /** Counts an account that somebody of the network wants to make. */
  takeSignUp(network: string): Promise<TryVerdict>;
  /** Forgets waits that ended; called by the clock. */
  sweep(moment: number): Promise<void>;
  /** Resolves once all waits are written. */
  close(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;

export const signInLimits = {
  /** Tries an hour for an email address, counted for each network that tries. */
  triesPerAccountAndNetwork: 10,
  /** The wait doubles to at most 8 hours, so that a stranger behind the same address never costs more than a night. */
  longestStep: 3,
  /** Failed tries of one address an hour; looser, because a whole campus may share it. */
  triesPerNetwork: 100,
  /** The same for an IPv6 /48, which one customer has 65,536 networks in. */
  triesPerWiderNetwork: 500,
  signUpsPerNetwork: 100,
  /** Failed tries on one account by unknown browsers of all networks: so many at once ... */
  burstPerAccount: 100,
  /** ... then one in so many milliseconds: 240 an hour, however many machines are guessing. */
  paceMs: 15_000,
  /** About 4 MB for each limit when all places are taken. */
  maxKeys: 20_000,
  /** So many waits are written to the database in an hour, so that an attack cannot fill the disk with them. */
  savedAnHour: 5000,
};

/** Waits kept over a restart, the longest ones; a few megabytes at most. */
const maxWaits = 20_000;

/**
 * Limits tries by account and network together, so that strangers slow only themselves. Tries of unknown browsers on
 * one account share a pace as well, against guessing from many machines. A browser that has signed in to the account
 * before has a limit of its own and none of the others.
 */
export function createSignInGuard(parts: {
  database: Pick<Database, 'accounts' | 'settings'>;
  now: () => number;
  log: Pick<Logger, 'warn'>;
  limits?: typeof signInLimits;
}): SignInGuard {
  const { now, log, limits = signInLimits } = parts;
  const { accounts, settings } = parts.database;
  let opened: Promise<OpenGuard> | null = null;
  let saved = 0;
  const writing = new Set<Promise<unknown>>();

  /** Failing to keep a wait must not keep anyone from signing in. */
  function unlessItFails(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'a wait of the sign-in could not be saved'))
      .finally(() => writing.delete(done));
    writing.add(done);
  }

  function open(): Promise<OpenGuard> {
    opened ??= openGuard().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  async function openGuard(): Promise<OpenGuard> {
    const key = await findKey(settings);
    const digest = (text: string) => createHmac('sha256', key).update(text).digest();
    const nameOf = (...words: string[]) => digest(words.join('\n')).toString('base64url');
    const hash = (text: string) => digest(text).readUInt32LE();
    const save = (prefix: string) => (wait: SignInWait) => {
      saved += 1;
      if (saved <= limits.savedAnHour) unlessItFails(accounts.saveWait({ ...wait, key: prefix + wait.key }));
    };
    const createLimit = (prefix: string, limit: number, maxStep: number) =>
      createTryLimit({
        limit,
        windowMs: hourMs,
        maxStep,
        maxKeys: limits.maxKeys,
        now,
        hash,
        onUsedUp: save(prefix),
        onForgiven: (forgiven) => unlessItFails(accounts.removeWait(prefix + forgiven)),
      });
    const { triesPerAccountAndNetwork, longestStep, burstPerAccount, paceMs } = limits;
    const guard: OpenGuard = {
      nameOf,
      pairs: createLimit('pair:', triesPerAccountAndNetwork, longestStep),
      networks: createLimit('network:', limits.triesPerNetwork, 0),
      widerNetworks: createLimit('wider:', limits.triesPerWiderNetwork, 0),
      signUps: createLimit('sign-up:', limits.signUpsPerNetwork, 0),
      browsers: createLimit('browser:', triesPerAccountAndNetwork, longestStep),
      pace: createSharedPace({ burst: burstPerAccount, everyMs: paceMs, now, hash, onSlow: save('pace:') }),
    };
    const places: Record<string, { restore(wait: SignInWait): void }> = {
      pair: guard.pairs,
      network: guard.networks,
      wider: guard.widerNetworks,
      browser: guard.browsers,
      pace: guard.pace,
    };
    for (const { key: name, ...wait } of await accounts.listWaits(now(), maxWaits)) {
      const [kind = '', rest = ''] = name.split(':');
      places[kind]?.restore({ ...wait, key: rest });
    }
    return guard;
  }

  /** Whether the browser has signed in to the account of that email address. Asked in the same way for every address. */
  async function isKnown(email: string, browser: string | null): Promise<boolean> {
    if (browser === null) return false;
    const userIds = await accounts.listAccountsOfBrowser(hashSecret(browser));
    if (userIds.length === 0) return false;
    const account = await accounts.findByEmail(email);
    return account !== null && userIds.includes(account.id);
  }

  return {
    async take({ email, network, widerNetwork, browser }) {
      const { nameOf, pairs, networks, widerNetworks, browsers, pace } = await open();
      if (email !== null && browser !== null && (await isKnown(email, browser)))
        return takeAll([byLimit(browsers, nameOf(browser, email), true)]);
      const steps = [byLimit(networks, nameOf(network), false)];
      if (widerNetwork !== null) steps.push(byLimit(widerNetworks, nameOf(widerNetwork), false));
      if (email === null) return takeAll(steps);
      const account = nameOf(email);
      const byPace: Step = {
        take: () => pace.take(account),
        giveBack: () => pace.giveBack(account),
        settle: (outcome) => {
          if (outcome !== 'wrong') pace.giveBack(account);
        },
      };
      return takeAll([...steps, byPace, byLimit(pairs, nameOf(email, network), true)]);
    },

    async takeSignUp(network) {
      const { nameOf, signUps } = await open();
      return signUps.take(nameOf(network));
    },

    async sweep(moment) {
      saved = 0;
      await accounts.removeWaitsBefore(moment);
    },

    close: async () => void (await Promise.all(writing)),
  };
}

type OpenGuard = {
  /** A name for the words that tells nothing of them. */
  nameOf(...words: string[]): string;
  pairs: TryLimit;
  networks: TryLimit;
  widerNetworks: TryLimit;
  signUps: TryLimit;
  browsers: TryLimit;
  pace: ReturnType<typeof createSharedPace>;
};

type Step = { take(): TryVerdict; giveBack(): void; settle(outcome: TryOutcome): void };

function byLimit(limit: TryLimit, key: string, isForgiving: boolean): Step {
  return {
    take: () => limit.take(key),
    giveBack: () => limit.giveBack(key),
    settle(outcome) {
      if (outcome === 'wrong') limit.fail(key);
      else if (outcome === 'right' && isForgiving) limit.reset(key);
      else limit.giveBack(key);
    },
  };
}

/** Takes from all, or from none: a try that one limit refuses costs nothing in the others. The last verdict is told. */
function takeAll(steps: readonly Step[]): { verdict: TryVerdict; settle(outcome: TryOutcome): void } {
  const taken: Step[] = [];
  let verdict: TryVerdict = { isExceeded: false, limit: 0, remaining: 0, resetAt: 0 };
  for (const step of steps) {
    verdict = step.take();
    if (verdict.isExceeded) {
      for (const each of taken) each.giveBack();
      return { verdict, settle: () => undefined };
    }
    taken.push(step);
  }
  return {
    verdict,
    settle: (outcome) => {
      for (const step of taken) step.settle(outcome);
    },
  };
}

const keySetting = 'sign-in key';

/** The key of the hashes that waits are kept under; made once for each library. */
async function findKey(settings: Pick<Database, 'settings'>['settings']): Promise<string> {
  const known = await settings.find(keySetting);
  if (known !== null) return known;
  const made = randomBytes(32).toString('base64url');
  await settings.set(keySetting, made);
  return made;
}

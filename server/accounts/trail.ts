import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Database, NewTrailEntry, Records, TrailEntry } from '#server/database/database.ts';

/** What may be done that is worth remembering. */
export type TrailAction =
  | 'signed in'
  | 'signed out'
  | 'signed out everywhere'
  | 'sign-in failed'
  | 'sign-in refused'
  | 'signed up'
  | 'uploaded'
  | 'file changed'
  | 'file deleted'
  | 'published'
  | 'edited'
  | 'deleted'
  | 'restored'
  | 'deleted permanently'
  | 'samples removed'
  | 'administrator created'
  | 'administrator removed'
  | 'account removed'
  | 'password changed'
  | 'sessions ended';

/** Who does what is done now. */
export type Doer = {
  /** '' for the server and the command line. */
  userId: string;
  /** The name to write where there is no account. */
  name?: string;
  isAdministrator: boolean;
  /** The shortened address, '' where there is none. */
  network: string;
};

/** One thing that was done; `title` is a title, a file's name or an account's email address. */
export type Done = {
  action: TrailAction;
  subjectId?: string;
  title?: string;
  /** Who did it, where that is not the person of the request. */
  by?: Doer;
  /** The administrator for whom the server did it, where there is no request. */
  ownerId?: string;
};

export type Note = (done: Done) => Promise<void>;

/**
 * Remembers who did what, when and from where, in the database and in the log. Bounded in rows and age. What strangers
 * can cause is counted by the hour and kept apart from what administrators did, so that it never pushes that out.
 */
export interface Trail {
  /** The shortened address of who does what is done now, or ''. */
  currentNetwork(): string;
  /** Runs `work`; everything noted meanwhile was done by this person. */
  as<Result>(doer: Doer, work: () => Result): Result;
  /**
   * A transaction whose deeds are noted with it: both are durable or neither is. A note that cannot be written is told
   * in the log and does not keep the deed from being done. The log hears of deeds once they are durable.
   */
  transaction<Result>(work: (records: Records, note: Note) => Promise<Result>): Promise<Result>;
  /** Notes what was done outside of a transaction. Never rejects. */
  note: Note;
  /** Counts what strangers and ordinary accounts can repeat at will; written within seconds, in one entry an hour. */
  count(action: TrailAction, userId: string): void;
  /** The newest first; at most 500. `before` is a sequence, exclusive. */
  list(page: { limit: number; before?: number; since?: number; isDeed?: boolean }): Promise<TrailEntry[]>;
  /** Removes what is too old or too much. Answers how many entries went. */
  sweep(moment: number): Promise<number>;
  /** Writes what was counted and stops the timer. */
  close(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;
const day = 24 * hourMs;

export const trailLimits = {
  /** Years of a busy library; 10 MB. */
  deeds: 50_000,
  deedsMs: 2 * 365 * day,
  /** What strangers and ordinary accounts cause. */
  others: 5000,
  othersMs: 30 * day,
  /** So many are removed for their age in one hourly run, so that a clock that is wrong for an hour cannot empty the trail. */
  sweepBatch: 1000,
  /** So many accounts and networks are counted apart in an hour; what is beyond counts together. */
  countedApart: 100,
  countedEveryMs: 10_000,
};

const server: Doer = { userId: '', name: 'the server', isAdministrator: true, network: '' };

/** Longest kept of titles and names. */
const maxText = 300;

/** The trail of a library, over its records. */
export function createTrail(parts: {
  database: Pick<Database, 'transaction' | 'trail' | 'accounts'>;
  log: Pick<Logger, 'info' | 'warn'>;
  now: () => number;
  limits?: typeof trailLimits;
}): Trail {
  const { database, log, now, limits = trailLimits } = parts;
  const doers = new AsyncLocalStorage<Doer>();
  const counted = new Map<string, { entry: NewTrailEntry; times: number }>();
  /** What is counted apart in this hour. */
  let apart = { hour: 0, keys: new Set<string>() };
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function describe(records: Pick<Records, 'accounts'>, done: Done): Promise<NewTrailEntry> {
    const owner = done.ownerId === undefined ? server : { ...server, userId: done.ownerId };
    const doer = done.by ?? doers.getStore() ?? owner;
    const account = doer.userId === '' ? null : await records.accounts.find(doer.userId);
    return {
      action: done.action,
      isDeed: doer.isAdministrator,
      userId: doer.userId,
      userName: (account?.name ?? doer.name ?? '').slice(0, maxText),
      subjectId: done.subjectId ?? '',
      title: (done.title ?? '').slice(0, maxText),
      network: doer.network,
    };
  }

  /** Writes the entry; null when that failed. */
  async function write(records: Pick<Records, 'accounts' | 'trail'>, done: Done): Promise<NewTrailEntry | null> {
    try {
      const entry = await describe(records, done);
      await records.trail.insert(entry);
      return entry;
    } catch (error) {
      log.warn({ err: error, action: done.action, subjectId: done.subjectId }, 'the trail could not be written');
      return null;
    }
  }

  function tell(entry: NewTrailEntry | null, times = 1): void {
    if (!entry) return;
    const { action, userId, userName, subjectId, title, network } = entry;
    const facts = { userId, userName, subjectId, title, network, times: times === 1 ? '' : times };
    const told = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
    log.info({ trail: action, ...told }, `trail: ${action}`);
  }

  function writeCounted(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const batch = [...counted.values()];
    counted.clear();
    if (batch.length > 0) writing = writing.then(() => writeBatch(batch));
    return writing;
  }

  async function writeBatch(batch: { entry: NewTrailEntry; times: number }[]): Promise<void> {
    try {
      await database.transaction(async ({ trail }) => {
        for (const { entry, times } of batch) await trail.count(entry, times);
      });
    } catch (error) {
      log.warn({ err: error, entries: batch.length }, 'the trail could not be written');
    }
    for (const { entry, times } of batch) tell(entry, times);
  }

  /** Whether this is counted by itself in this hour: a few are, whatever strangers make up. */
  function isApart(key: string): boolean {
    const hour = Math.floor(now() / hourMs);
    if (hour !== apart.hour) apart = { hour, keys: new Set() };
    if (apart.keys.size < limits.countedApart) apart.keys.add(key);
    return apart.keys.has(key);
  }

  return {
    currentNetwork: () => doers.getStore()?.network ?? '',
    as: (doer, work) => doers.run(doer, work),

    async transaction(work) {
      const entries: (NewTrailEntry | null)[] = [];
      const result = await database.transaction((records) =>
        work(records, async (done) => void entries.push(await write(records, done))),
      );
      for (const entry of entries) tell(entry);
      return result;
    },

    async note(done) {
      tell(await write(database, done));
    },

    count(action, userId) {
      const network = doers.getStore()?.network ?? '';
      const isNamed = isApart(`${action} ${userId} ${network}`);
      const doer = isNamed ? { userId, network } : { userId: '', network: '' };
      const key = `${action} ${doer.userId} ${doer.network}`;
      const entry = { action, isDeed: false, userName: '', subjectId: '', title: '', ...doer };
      counted.set(key, { entry, times: (counted.get(key)?.times ?? 0) + 1 });
      timer ??= setTimeout(() => void writeCounted(), limits.countedEveryMs).unref();
    },

    async list({ limit, ...page }) {
      await writeCounted();
      return database.trail.list({ ...page, limit: Math.min(limit, 500) });
    },

    async sweep(moment) {
      const deeds = { isDeed: true, before: moment - limits.deedsMs, keep: limits.deeds };
      const others = { isDeed: false, before: moment - limits.othersMs, keep: limits.others };
      let removed = 0;
      for (const bounds of [deeds, others])
        removed += await database.trail.prune({ ...bounds, agedAtMost: limits.sweepBatch });
      return removed;
    },

    close: writeCounted,
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Database, Records } from '#server/database/database.ts';
import type { NewTrailEntry, TrailEntry } from '#server/database/trail-records.ts';
import { readFault } from '#server/faults/read-fault.ts';
import { createTrailCounter, type CountedEntry } from './trail-counter.ts';

/** The actions that the trail records. */
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
  | 'hidden'
  | 'shown'
  | 'deleted'
  | 'restored'
  | 'change undone'
  | 'publication undone'
  | 'deleted permanently'
  | 'samples removed'
  | 'administrator created'
  | 'administrator removed'
  | 'account removed'
  | 'password changed'
  | 'sessions ended';

/** Who performs an action. */
export type Doer = {
  /** '' for the server and the command line. */
  userId: string;
  /** The name to record where there is no account. */
  name?: string;
  isAdministrator: boolean;
  /** The shortened network address, '' where there is none. */
  network: string;
};

/** An action that was performed; `title` is a title, a file's name or an account's email address. */
export type Done = {
  action: TrailAction;
  subjectId?: string;
  title?: string;
  /** What was said about it, such as the reason for hiding. */
  detail?: string;
  /** Who did it, if not the person who sent the request. */
  by?: Doer;
  /** The administrator for whom the server did it, if there is no request. */
  ownerId?: string;
};

export type Note = (done: Done) => Promise<void>;

/**
 * Records who did what, when and from where, in the database and in the log. Bounded in rows and age. What strangers can
 * cause is counted by the hour and limited apart from what administrators did, so that it never displaces their entries.
 */
export interface Trail {
  /** The shortened address of the person on whose behalf the current code runs, or ''. */
  currentNetwork(): string;
  /** Runs `work`; everything that it notes was done by this person. */
  as<Result>(doer: Doer, work: () => Result): Result;
  /**
   * A transaction that contains its own entries in the trail: both are durable or neither is. An entry that cannot be
   * written is reported in the log and does not stop the action. Actions are logged once they are durable.
   */
  transaction<Result>(work: (records: Records, note: Note) => Promise<Result>): Promise<Result>;
  /** Records what was done outside a transaction. Never rejects. */
  note: Note;
  /** Counts what strangers and ordinary accounts can repeat at will; written within seconds, in one entry an hour. */
  count(action: TrailAction, userId: string): void;
  /** Newest first; at most 500. `before` is a sequence, exclusive. */
  list(page: { limit: number; before?: number; since?: number; isDeed?: boolean }): Promise<TrailEntry[]>;
  /** Removes what is too old or exceeds the limits. Returns the number of removed entries. */
  sweep(moment: number): Promise<number>;
  /** Writes what was counted and stops the timer. */
  close(): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;

export const trailLimits = {
  /** Years of a busy library; 10 MB. */
  deeds: 50_000,
  deedsMs: 2 * 365 * day,
  /** What strangers and ordinary accounts cause. */
  others: 5000,
  othersMs: 30 * day,
  /** At most this many are removed for their age in one hourly run: a clock that is wrong for an hour cannot empty the trail. */
  sweepBatch: 1000,
  /** This many accounts and networks are counted by themselves in an hour; all others are counted together. */
  countedApart: 100,
  countedEveryMs: 10_000,
};

const server: Doer = { userId: '', name: 'the server', isAdministrator: true, network: '' };

/** Titles and names are cut to this length. */
const maxTextLength = 300;

/** The trail of a library, over its records. */
export function createTrail(parts: {
  database: Pick<Database, 'transaction' | 'trail' | 'accounts'>;
  log: Pick<Logger, 'info' | 'warn'>;
  now: () => number;
  limits?: typeof trailLimits;
}): Trail {
  const { database, log, now, limits = trailLimits } = parts;
  const doers = new AsyncLocalStorage<Doer>();
  const counter = createTrailCounter({ limits, now, writeBatch });

  /**
   * Writes the entry; null when that failed. With `inTransaction`, faults of the disk or the database are thrown: they
   * have ended the transaction of the action as well, which must not be reported as done.
   */
  async function write(
    records: Pick<Records, 'accounts' | 'trail'>,
    done: Done,
    inTransaction: boolean,
  ): Promise<NewTrailEntry | null> {
    try {
      const entry = await describe(records, done, doers.getStore());
      await records.trail.insert(entry);
      return entry;
    } catch (error) {
      if (inTransaction && readFault(error) !== null) throw error;
      log.warn({ err: error, action: done.action, subjectId: done.subjectId }, 'the trail could not be written');
      return null;
    }
  }

  async function writeBatch(batch: CountedEntry[]): Promise<void> {
    try {
      await database.transaction(async ({ trail }) => {
        for (const { entry, times } of batch) await trail.count(entry, times);
      });
    } catch (error) {
      log.warn({ err: error, entries: batch.length }, 'the trail could not be written');
    }
    for (const { entry, times } of batch) logEntry(log, entry, times);
  }

  return {
    currentNetwork: () => doers.getStore()?.network ?? '',
    as: (doer, work) => doers.run(doer, work),

    async transaction(work) {
      const entries: (NewTrailEntry | null)[] = [];
      const result = await database.transaction((records) =>
        work(records, async (done) => void entries.push(await write(records, done, true))),
      );
      for (const entry of entries) logEntry(log, entry);
      return result;
    },

    async note(done) {
      logEntry(log, await write(database, done, false));
    },

    count: (action, userId) => counter.add(action, { userId, network: doers.getStore()?.network ?? '' }),

    async list({ limit, ...page }) {
      await counter.flush();
      return database.trail.list({ ...page, limit: Math.min(limit, 500) });
    },

    async sweep(moment) {
      const deeds = { isDeed: true, before: moment - limits.deedsMs, keep: limits.deeds };
      const others = { isDeed: false, before: moment - limits.othersMs, keep: limits.others };
      let removed = 0;
      for (const bounds of [deeds, others])
        removed += await database.trail.prune({ ...bounds, maxAged: limits.sweepBatch });
      return removed;
    },

    close: counter.flush,
  };
}

async function describe(
  records: Pick<Records, 'accounts'>,
  done: Done,
  current: Doer | undefined,
): Promise<NewTrailEntry> {
  const owner = done.ownerId === undefined ? server : { ...server, userId: done.ownerId };
  const doer = done.by ?? current ?? owner;
  const account = doer.userId === '' ? null : await records.accounts.find(doer.userId);
  return {
    action: done.action,
    isDeed: doer.isAdministrator,
    userId: doer.userId,
    userName: (account?.name ?? doer.name ?? '').slice(0, maxTextLength),
    subjectId: done.subjectId ?? '',
    title: (done.title ?? '').slice(0, maxTextLength),
    detail: (done.detail ?? '').slice(0, maxTextLength),
    network: doer.network,
  };
}

function logEntry(log: Pick<Logger, 'info'>, entry: NewTrailEntry | null, times = 1): void {
  if (!entry) return;
  const { action, userId, userName, subjectId, title, detail, network } = entry;
  const facts = { userId, userName, subjectId, title, detail, network, times: times === 1 ? '' : times };
  const present = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
  log.info({ trail: action, ...present }, `trail: ${action}`);
}

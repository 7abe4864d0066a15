import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { NewTrailEntry, TrailEntry } from '#server/engines/database/account-records.ts';
import type { Database, Records } from '#server/engines/database/database.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';

/** An entry and its count since the last batch. */
type CountedEntry = { entry: NewTrailEntry; times: number };

/** Counts entries in memory and writes them in batches. */
interface TrailCounter {
  add(action: string, doer: { userId: string; network: string }): void;
  /** Writes the counted entries; resolves once they are written. */
  flush(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;

/**
 * Counts at most `countedApart` combinations of action, account and network separately in an hour, because strangers
 * can invent them; all others are counted together. A batch is written `countedEveryMs` after its first entry.
 * `writeBatch` never rejects.
 */
function createTrailCounter(parts: {
  limits: { countedApart: number; countedEveryMs: number };
  now: () => number;
  writeBatch: (batch: CountedEntry[]) => Promise<void>;
}): TrailCounter {
  const { limits, now, writeBatch } = parts;
  const counted = new Map<string, CountedEntry>();
  /** The keys that are counted separately in this hour. */
  let apart = { hour: 0, keys: new Set<string>() };
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function isApart(key: string): boolean {
    const hour = Math.floor(now() / hourMs);
    if (hour !== apart.hour) apart = { hour, keys: new Set() };
    if (apart.keys.size < limits.countedApart) apart.keys.add(key);
    return apart.keys.has(key);
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const batch = [...counted.values()];
    counted.clear();
    if (batch.length > 0) writing = writing.then(() => writeBatch(batch));
    return writing;
  }

  return {
    add(action, { userId, network }) {
      const isNamed = isApart(`${action} ${userId} ${network}`);
      const doer = isNamed ? { userId, network } : { userId: '', network: '' };
      const key = `${action} ${doer.userId} ${doer.network}`;
      const entry = { action, isDeed: false, userName: '', subjectId: '', title: '', detail: '', ...doer };
      counted.set(key, { entry, times: (counted.get(key)?.times ?? 0) + 1 });
      timer ??= setTimeout(() => void flush(), limits.countedEveryMs).unref();
    },
    flush,
  };
}

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

/** The actor of an action. */
export type Doer = {
  /** Empty for the server and the command line. */
  userId: string;
  /** The recorded name if there is no account. */
  name?: string;
  isAdministrator: boolean;
  /** The shortened network address; empty if there is none. */
  network: string;
};

/** A completed action; `title` is a title, a file's name or an account's email address. */
export type Done = {
  action: TrailAction;
  subjectId?: string;
  title?: string;
  /** A detail, such as the reason for hiding. */
  detail?: string;
  /** The actor, if not the person who sent the request. */
  by?: Doer;
  /** The administrator for whom the server did it, if there is no request. */
  ownerId?: string;
};

type Note = (done: Done) => Promise<void>;

/**
 * The audit trail: actions with actor, time and network, in the database and in the log. Bounded in rows and age.
 * Actions that strangers can cause are counted by the hour and limited separately from those of administrators, so
 * that they never displace them.
 */
export interface Trail {
  /** The shortened address of the person for whom the current code runs, or empty. */
  currentNetwork(): string;
  /** Runs `work`, with this person as the actor of everything it records. */
  as<Result>(doer: Doer, work: () => Result): Result;
  /**
   * Runs a transaction that contains its own entries in the trail: both are durable or neither is. An entry that
   * can't be written is reported in the log and does not stop the action. Actions are logged once they are durable.
   */
  transaction<Result>(work: (records: Records, note: Note) => Promise<Result>): Promise<Result>;
  /** Records an action outside a transaction. Never rejects. */
  note: Note;
  /**
   * Counts actions that strangers and ordinary accounts can repeat at will; written within seconds, in one entry an
   * hour.
   */
  count(action: TrailAction, userId: string): void;
  /** Lists entries, newest first; at most 500. `before` is a sequence, exclusive. */
  list(page: { limit: number; before?: number; since?: number; isDeed?: boolean }): Promise<TrailEntry[]>;
  /** Removes entries that are too old or exceed the limits. Returns their number. */
  sweep(moment: number): Promise<number>;
  /** Writes the counted entries and stops the timer. */
  close(): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;

export const trailLimits = {
  /** Years of a busy library; 10 MB. */
  deeds: 50_000,
  deedsMs: 2 * 365 * day,
  /** Actions that strangers and ordinary accounts cause. */
  others: 5000,
  othersMs: 30 * day,
  /**
   * Maximum entries removed for their age in one hourly run: a clock that is wrong for an hour can't empty the trail.
   */
  sweepBatch: 1000,
  /** Number of accounts and networks counted separately in an hour; all others are counted together. */
  countedApart: 100,
  countedEveryMs: 10_000,
};

const server: Doer = { userId: '', name: 'the server', isAdministrator: true, network: '' };

/** Titles and names are cut to this length. */
const maxTextLength = 300;

/** Creates the trail of a library. */
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
   * Writes the entry; null if that failed. With `inTransaction`, faults of the disk or the database are thrown: they
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

/**
 * Records in the trail an account's actions on itself, such as signing in: each time for administrators, as a count
 * for other accounts, which anybody may have.
 */
export async function noteVisit(
  trail: Pick<Trail, 'count' | 'currentNetwork'>,
  note: Note,
  action: TrailAction,
  account: { id: string; isAdministrator: boolean },
): Promise<void> {
  const by = { userId: account.id, isAdministrator: true, network: trail.currentNetwork() };
  if (account.isAdministrator) await note({ action, by });
  else trail.count(action, account.id);
}

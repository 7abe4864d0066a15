import type { Logger } from 'pino';
import { trashDays } from '#domain/material.ts';
import type { ChangeLog } from '#server/engines/database/change-log.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { Resources } from '#server/engines/resources.ts';
import { LibraryClosed } from '#server/machinery/faults/closed-library.ts';
import { logRetriedWork } from '#server/machinery/faults/retry-held-up.ts';
import type { Services } from '#server/services/services.ts';

/**
 * Counts, in its database, the time for which the library has run: it never goes back, whatever the system's clock
 * does.
 */
interface LivedClock {
  /** Adds the time since the last call, at most an hour; returns that and the sum, in milliseconds. */
  count(): Promise<{ passedMs: number; livedMs: number }>;
  /** Leaves out the time since the last call: another node counts it. */
  skip(): void;
}

/**
 * Maximum time added at once. It is called every hour, so there is never more to add. Anything longer, as after a
 * machine was suspended for a month, is not time in which somebody could have noticed a mistake.
 */
const maxAtOnceMs = 60 * 60 * 1000;

export function createLivedClock({
  database,
  meter = () => performance.now(),
}: {
  database: Pick<Database, 'livedTime'>;
  /** Milliseconds since any moment; unlike the system's clock, it can't be set. */
  meter?: () => number;
}): LivedClock {
  let counted = meter();
  return {
    async count() {
      const now = meter();
      const passedMs = Math.min(Math.max(0, now - counted), maxAtOnceMs);
      const livedMs = await database.livedTime.add(passedMs);
      counted = now;
      return { passedMs, livedMs };
    },
    skip() {
      counted = meter();
    },
  };
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Number of runs between executions of daily tasks. */
const runsOfDay = 24;

/** As long as the trash, so that bytes found missing within that time are still there. */
const retainedAsideMs = trashDays * day;
/** Lived time is counted once an hour, so recent events may look an hour older than they are. */
const uploadMs = day + maxAtOnceMs;
const trashMs = trashDays * day + maxAtOnceMs;

/** Nodes receive changes within seconds; a node that was offline longer rebuilds everything. */
const logged = { changes: 20_000, ms: hour };
const pruneLog = async (changeLog: ChangeLog | null) => changeLog?.prune(logged);

/** The regular work that is done once for all nodes that share a database. */
export interface WorkForAll {
  /** Does it once. The signal ends it early; the next leader then starts it again. `runHere` is the node's own work. */
  run(signal: AbortSignal, runHere: (attempt: Attempt) => Promise<number>): Promise<void>;
  /** Called when this node becomes the leader: the daily tasks are due. */
  begin(): void;
}

/**
 * Creates the work. An object store lists a thousand objects per request, each of which costs: listing everything
 * once a day is enough.
 */
export function createWorkForAll({
  services,
  resources: { database, storage },
  lived,
  log,
  now,
}: {
  services: Services;
  resources: Pick<Resources, 'database' | 'storage'>;
  lived: Pick<LivedClock, 'count'>;
  log: Logger;
  /** Milliseconds since 1970, by the clock that sessions are checked with. */
  now: () => number;
}): WorkForAll {
  const { materials, files, accounts } = services;
  const isStoreShared = storage.derived !== null;
  let runs = 0;
  /** Number of runs since this node became the leader. */
  let led = 0;

  /**
   * Queues files that were missed, for example because the texts were lost. Those missing at the start are found by
   * catch-up.ts.
   */
  async function readMissing(attempt: Attempt, signal: AbortSignal): Promise<void> {
    const isDue = services.nodes ? led > 0 && led % runsOfDay === 0 : runs > 0;
    if (isDue && services.readsTexts) await attempt('texts', () => services.textReading.catchUp(signal), undefined);
  }

  return {
    begin() {
      led = 0;
    },

    async run(signal, runHere) {
      const attempt = createAttempt({ log, signal });
      const isDaily = led % runsOfDay === 0;
      const isWhole = isDaily || !isStoreShared;
      const time = await attempt('counting time', () => lived.count(), null);
      if (!time) return;
      const { livedMs, passedMs } = time;
      const nothing = { uploads: 0, removed: 0, strays: 0, returned: 0, halfMade: 0 };
      const sweep = () => files.sweep({ untouchedSince: livedMs - uploadMs, isWhole, signal });
      const swept = await attempt('files', sweep, nothing);
      const purged = await attempt('trash', () => materials.purgeExpired(livedMs - trashMs, signal), 0);
      let derived = await runHere(attempt);
      if (isDaily)
        derived += await attempt('shared pictures and copies', () => services.derived.sweep('shared', signal), 0);
      await readMissing(attempt, signal);
      runs += 1;
      // A daily sweep that failed, for example while the store is unavailable, is due again in an hour.
      if (!isDaily || swept !== nothing) led += 1;
      if (runs % runsOfDay === 0) await attempt('the database', () => database.tidy(), undefined);
      const staged = await attempt('staged files', () => services.staging.sweep(livedMs), 0);
      const days = await attempt('files set aside', () => storage.ageAside(passedMs, retainedAsideMs), []);
      const sessions = await attempt('sessions', () => accounts.sweep(now()), 0);
      if (database.changeLog) await attempt('log of changes', () => pruneLog(database.changeLog), undefined);
      await attempt('waits of sign-ins', () => services.signInGuard.sweep(now()), undefined);
      await attempt('trail', () => services.trail.sweep(now()), 0);
      if (days.length > 0)
        log.warn({ days }, `files set aside more than ${trashDays} days of running ago were deleted permanently`);
      const done = Object.values({ purged, ...swept, derived, staged, sessions });
      if (done.some((count) => count > 0)) log.info({ purged, ...swept, derived, staged, sessions }, 'cleaned up');
    },
  };
}

export type Attempt = ReturnType<typeof createAttempt>;

/**
 * Returns a function that runs a task. A failing task does not prevent the others. After the signal none is started.
 */
export function createAttempt({ log, signal }: { log: Logger; signal: AbortSignal }) {
  return async <Result>(name: string, work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    if (signal.aborted) return otherwise;
    try {
      return await work();
    } catch (error) {
      // The failure ends with the move, and nothing is missed: the next run does the task.
      if (error instanceof LibraryClosed) return otherwise;
      logRetriedWork(log, error, { work: `the cleanup task "${name}"`, retried: 'in an hour' });
      return otherwise;
    }
  };
}

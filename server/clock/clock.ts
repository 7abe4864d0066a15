import type { Logger } from 'pino';
import { trashDays } from '#domain/material.ts';
import type { ChangeLog } from '#server/database/change-log.ts';
import { LibraryClosed } from '#server/database/closed-library.ts';
import { createLivedClock, maxAtOnceMs } from './lived-clock.ts';
import { whileLeading } from '#server/nodes/while-leading.ts';
import type { Resources } from '#server/resources.ts';
import type { Services } from '#server/services.ts';

const hour = 60 * 60 * 1000;
/** Runs between those that do what a day is soon enough for. */
const runsOfDay = 24;
const day = 24 * hour;

/** As long as the trash, so that bytes missed within that time can still be found there. */
export const keptAsideMs = trashDays * day;
/** Lived time is counted once an hour, so recent events may look an hour older than they are. */
const uploadMs = day + maxAtOnceMs;
const trashMs = trashDays * day + maxAtOnceMs;

/** Nodes hear of changes within seconds; whoever was away for longer makes everything anew. */
const logged = { changes: 20_000, ms: hour };
const pruneLog = async (changeLog: ChangeLog | null) => changeLog?.prune(logged);

export type Clock = {
  /** Does the hourly work now, after any that is running. */
  tick(): Promise<void>;
  /** Waits for the running work, which ends early, and counts the time since the last run. */
  stop(): Promise<void>;
};

/**
 * Runs the regular work, once at start, then hourly: empties the trash, moves stray bytes aside, deletes stale uploads
 * and sessions. How long something has waited is measured in lived time (lived-clock.ts), so a wrong clock never
 * destroys files or materials. Of several nodes over one database, the one that leads does what concerns all of them.
 */
export function startClock({
  services,
  resources: { database, storage },
  log,
  meter,
}: {
  services: Services;
  resources: Pick<Resources, 'database' | 'storage'>;
  log: Logger;
  /** As of `createLivedClock`. */
  meter?: () => number;
}): Clock {
  const { materials, files, accounts } = services;
  const lead = services.nodes?.lead ?? null;
  const lived = createLivedClock({ database, ...(meter && { meter }) });
  const stopping = new AbortController();
  /** A store of objects is listed a thousand at a time, and each such request costs. */
  const isStoreShared = storage.derived !== null;
  let ticks = 0;
  /** Runs since this node began to lead. */
  let led = 0;
  let running: Promise<void> = Promise.resolve();

  /** What each node does for itself. */
  function runHere(attempt: Attempt): Promise<number> {
    return attempt('pictures and copies', () => services.derived.sweep('here', stopping.signal), 0);
  }

  /** What was missed, for example because the texts were lost. What is missing at the start is found by catch-up.ts. */
  async function readMissing(attempt: Attempt, signal: AbortSignal): Promise<void> {
    const isDue = lead ? led > 0 && led % runsOfDay === 0 : ticks > 0;
    if (isDue && services.readsTexts) await attempt('texts', () => services.textReading.catchUp(signal), undefined);
  }

  async function run(): Promise<void> {
    const attempt = createAttempt({ log, signal: stopping.signal });
    if (lead && !(await attempt('asking which node leads', () => lead.confirm(), false))) {
      lived.skip();
      ticks += 1;
      const derived = await runHere(attempt);
      if (derived > 0) log.info({ derived }, 'cleaned up');
      return;
    }
    await whileLeading(lead, (lost) => runForAll(AbortSignal.any([stopping.signal, lost])));
  }

  /** Ends when another node leads: that one does it from the beginning. */
  async function runForAll(signal: AbortSignal): Promise<void> {
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
    ticks += 1;
    led += 1;
    if (ticks % runsOfDay === 0) await attempt('the database', () => database.tidy(), undefined);
    const staged = await attempt('staged files', () => services.staging.sweep(livedMs), 0);
    const days = await attempt('files set aside', () => storage.ageAside(passedMs, keptAsideMs), []);
    const sessions = await attempt('sessions', () => accounts.sweep(Date.now(), livedMs - trashMs), 0);
    if (database.changeLog) await attempt('log of changes', () => pruneLog(database.changeLog), undefined);
    await attempt('waits of sign-ins', () => services.signInGuard.sweep(Date.now()), undefined);
    await attempt('trail', () => services.trail.sweep(Date.now()), 0);
    if (days.length > 0)
      log.warn({ days }, `files set aside more than ${trashDays} days of running ago were deleted permanently`);
    const done = Object.values({ purged, ...swept, derived, staged, sessions });
    if (done.some((count) => count > 0)) log.info({ purged, ...swept, derived, staged, sessions }, 'cleaned up');
  }

  let waiting = 0;
  const tick = () => {
    waiting += 1;
    running = running.then(run).finally(() => (waiting -= 1));
    return running;
  };
  lead?.onLead(() => {
    // Until now another node counted the time; what it was doing is taken over.
    lived.skip();
    led = 0;
    if (waiting === 0) void tick();
  });
  void tick();
  const timer = setInterval(() => void tick(), hour);
  timer.unref();
  return {
    tick,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
      if (lead && !lead.isLeader()) return;
      await lived.count().catch((error: unknown) => {
        if (!(error instanceof LibraryClosed)) log.warn({ err: error }, 'the time could not be counted');
      });
    },
  };
}

type Attempt = ReturnType<typeof createAttempt>;

/** A task that fails does not keep the others from running. After the signal none is begun. */
function createAttempt({ log, signal }: { log: Logger; signal: AbortSignal }) {
  return async <Result>(name: string, work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    if (signal.aborted) return otherwise;
    try {
      return await work();
    } catch (error) {
      // It ends with the move, and nothing is missed: the next run does it.
      if (error instanceof LibraryClosed) return otherwise;
      log.error({ err: error, task: name }, 'a cleanup task failed; it will run again in an hour');
      return otherwise;
    }
  };
}

import type { Logger } from 'pino';
import { LibraryClosed } from '#server/machinery/faults/closed-library.ts';
import { whileLeading } from '#server/library/nodes/leadership.ts';
import type { Resources } from '#server/engines/resources.ts';
import type { Services } from '#server/services/services.ts';
import { createAttempt, createWorkForAll, createLivedClock, type Attempt } from './work-for-all.ts';

const hour = 60 * 60 * 1000;

export type Clock = {
  /** Does the hourly work now, after any that is running. */
  tick(): Promise<void>;
  /** Waits for the running work, which ends early, and counts the time since the last run. */
  stop(): Promise<void>;
};

/**
 * Runs the regular work, once at start, then hourly: empties the trash, moves stray bytes aside, deletes stale
 * uploads and ended sessions. Waiting times are measured in lived time (work-for-all.ts), so a wrong clock never
 * destroys files or materials. Sessions end by the clock: a wrong one costs at most another sign-in. Of several nodes
 * that share a database, the leader does the work that concerns all of them.
 */
export function startClock({
  services,
  resources: { database, storage },
  log,
  meter,
  now = database.now,
}: {
  services: Services;
  resources: Pick<Resources, 'database' | 'storage'>;
  log: Logger;
  /** Same as in `createLivedClock`. */
  meter?: () => number;
  /** Milliseconds since 1970. */
  now?: () => number;
}): Clock {
  const lead = services.nodes?.lead ?? null;
  const lived = createLivedClock({ database, ...(meter && { meter }) });
  const stopping = new AbortController();
  const forAll = createWorkForAll({ services, resources: { database, storage }, lived, log, now });
  let running: Promise<void> = Promise.resolve();

  /** Does the work that each node does for itself. */
  async function runHere(attempt: Attempt): Promise<number> {
    await attempt('the file with a password', () => services.passwordFile.sweep(), undefined);
    return attempt('pictures and copies', () => services.derived.sweep('here', stopping.signal), 0);
  }

  async function run(): Promise<void> {
    const attempt = createAttempt({ log, signal: stopping.signal });
    if (lead && !(await attempt('confirming the leader', () => lead.confirm(), false))) {
      lived.skip();
      const derived = await runHere(attempt);
      if (derived > 0) log.info({ derived }, 'cleaned up');
      return;
    }
    await whileLeading(lead, (lost) => forAll.run(AbortSignal.any([stopping.signal, lost]), runHere));
  }

  let waiting = 0;
  const tick = () => {
    waiting += 1;
    running = running.then(run).finally(() => (waiting -= 1));
    return running;
  };
  lead?.onLead(() => {
    // Until now another node counted the time; this node takes over its work.
    lived.skip();
    forAll.begin();
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

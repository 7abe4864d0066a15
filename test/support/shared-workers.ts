import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { failed } from '#server/machinery/processes/serve-jobs.ts';
import {
  createWorkerProcess,
  type WorkerParts,
  type WorkerProcess,
} from '#server/machinery/processes/worker-process.ts';

type Shared = { process: WorkerProcess<{ kind: string }, unknown>; last: Promise<unknown> };

/** Folder of all shared processes while one of their users is open, and the number of these users. */
let scratch: string | undefined;
let users = 0;
/** Settles when the folder is removed, if removing it has begun. */
let removed: Promise<unknown> = Promise.resolve();
/** Workers by program and limits. */
const shared = new Map<string, Shared>();
/**
 * Minimum timeout of a job, in milliseconds: on a busy machine a small file can take as long as the product allows for
 * a large one.
 */
const leastJobMs = 60_000;

/**
 * Does the same as `createWorkerProcess`, for services with little work: starting a process takes longer than most of
 * its jobs, so the services of a test worker share one process of each kind. It logs nothing, and ends when idle, or
 * with the worker.
 */
export function shareWorker<Job extends { kind: string }, Outcome>(parts: WorkerParts): WorkerProcess<Job, Outcome> {
  let used: Shared | null = null;
  let isClosed = false;
  return {
    async run(job, input, take) {
      if (isClosed) return take(failed('unavailable', 'closed'), '');
      if (!used) {
        used = open(parts);
        users += 1;
      }
      const { process } = used as { process: WorkerProcess<Job, Outcome> };
      return inTurn(used, async () => {
        await removed;
        return process.run(job, input, (outcome, output) =>
          isClosed ? take(failed('unavailable', 'closed'), '') : take(outcome, output),
        );
      });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (!used) return;
      await inTurn(used, async () => undefined);
      users -= 1;
      // The processes recreate their folders for the next job.
      if (users === 0 && scratch) removed = rm(scratch, { recursive: true, force: true });
      await removed;
    },
  };
}

function open({ program, limits }: WorkerParts): Shared {
  const key = JSON.stringify([program, limits]);
  const found = shared.get(key);
  if (found) return found;
  const opened = {
    process: createWorkerProcess<{ kind: string }, unknown>({
      program,
      scratch: (scratch ??= makeScratch()),
      log: pino({ level: 'silent' }),
      limits: { ...limits, jobMs: Math.max(limits.jobMs, leastJobMs) },
    }),
    last: Promise.resolve(),
  };
  shared.set(key, opened);
  return opened;
}

function makeScratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'examshelf-workers-'));
  // Vitest ends a worker with this signal, also while a server is open: after a test that failed before it closed its
  // own.
  process.once('SIGTERM', () => {
    rmSync(folder, { recursive: true, force: true });
    process.kill(process.pid, 'SIGTERM');
  });
  return folder;
}

function inTurn<Result>(mine: Shared, work: () => Promise<Result>): Promise<Result> {
  const done = mine.last.then(work);
  mine.last = done.catch(() => undefined);
  return done;
}

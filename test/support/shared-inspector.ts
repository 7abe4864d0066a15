import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { InspectorProcess } from '#server/pictures/inspector.ts';
import { inspectionLimits } from '#server/pictures/picture-capacity.ts';
import { failed } from '#server/pictures/serve-jobs.ts';
import { createWorkerProcess } from '#server/pictures/worker-process.ts';

/** What all servers of a test worker share; its folder exists while one of them is open. */
type Shared = { process: InspectorProcess; scratch: string; users: number; last: Promise<unknown> };

let shared: Shared | undefined;

/**
 * The product's process for inspecting files, for one server: starting it takes fifty times longer than an inspection, so
 * the servers of a test worker use one in turn. It ends when idle, or with the worker.
 */
export function shareInspector(): InspectorProcess {
  let used: Shared | null = null;
  let isClosed = false;
  return {
    async run(job, input, take) {
      if (isClosed) return take(failed('unavailable', 'closed'), '');
      if (!used) {
        used = shared ??= open();
        used.users += 1;
      }
      const { process } = used;
      return inTurn(used, () => process.run(job, input, take));
    },
    async close() {
      isClosed = true;
      if (!used) return;
      const { scratch } = used;
      used.users -= 1;
      await inTurn(used, async () => {
        // The process makes its folders again for the next job.
        if (shared?.users === 0) await rm(scratch, { recursive: true, force: true });
      });
    },
  };
}

function open(): Shared {
  const scratch = mkdtempSync(path.join(tmpdir(), 'examshelf-inspector-'));
  // Vitest ends a worker with this signal, also while a server is open: after a test that failed before it closed its own.
  process.once('SIGTERM', () => {
    rmSync(scratch, { recursive: true, force: true });
    process.kill(process.pid, 'SIGTERM');
  });
  return {
    process: createWorkerProcess({
      program: new URL('../../server/pictures/worker.ts', import.meta.url),
      scratch,
      log: pino({ level: 'silent' }),
      // On a busy machine a small file can take as long as the product allows for a large one.
      limits: { ...inspectionLimits, jobMs: 60_000 },
    }),
    scratch,
    users: 0,
    last: Promise.resolve(),
  };
}

function inTurn<Result>(mine: Shared, work: () => Promise<Result>): Promise<Result> {
  const done = mine.last.then(work);
  mine.last = done.catch(() => undefined);
  return done;
}

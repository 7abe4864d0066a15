import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';
import { callByName, serveCalls } from '#server/machinery/threads/serve-calls.ts';
import { createBulkWrites, createThreadWrites } from './thread-writes.ts';
import type { WriteThreadSetup } from './write-thread.ts';

/** Runs the thread that writes an index: splits texts into words, and stores them on its own connection. */
function serveWrites({ address, niceness, isBulk }: WriteThreadSetup): void {
  lowerThreadPriority(niceness);
  const writes = isBulk ? createBulkWrites(address) : createThreadWrites(address);
  serveCalls({
    run: (name, given) => callByName(writes, name, given),
    close: () => writes.close().catch(() => undefined),
  });
}

serveWrites(workerData as WriteThreadSetup);

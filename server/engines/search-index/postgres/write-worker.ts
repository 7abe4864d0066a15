import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '#server/machinery/threads/thread-failure.ts';
import type { ThreadAnswer, ThreadCall } from '#server/machinery/threads/thread-calls.ts';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';
import { createBulkWrites } from './bulk-writes.ts';
import { createThreadWrites } from './thread-writes.ts';
import type { WriteThreadSetup } from './write-thread.ts';

/** Runs the thread that writes an index: splits texts into words, and stores them on its own connection. */
function serveWrites({ address, niceness, isBulk }: WriteThreadSetup): void {
  lowerThreadPriority(niceness);
  const writes = isBulk ? createBulkWrites(address) : createThreadWrites(address);
  const functions = writes as Record<string, (...given: readonly unknown[]) => Promise<unknown>>;
  let last: Promise<void> = Promise.resolve();

  async function answer({ id, name, given }: ThreadCall): Promise<ThreadAnswer> {
    try {
      return { id, result: await functions[name]?.(...given) };
    } catch (error) {
      return { id, failure: toFailure(error) };
    }
  }

  async function serve(call: ThreadCall | 'close'): Promise<void> {
    if (call === 'close') {
      await writes.close().catch(() => undefined);
      parentPort?.close();
      return;
    }
    const made = await answer(call);
    parentPort?.postMessage(made);
  }

  parentPort?.on('message', (call: ThreadCall | 'close') => {
    // In the order in which they are sent.
    last = last.then(() => serve(call));
  });
}

serveWrites(workerData as WriteThreadSetup);

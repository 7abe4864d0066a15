import { createThreadCalls } from '#server/machinery/threads/thread-calls.ts';
import type { WriterRequest, WriterResult, WriterSetup } from './writer-messages.ts';

/** Runs statements on the writing connection, which has its own thread. */
export interface WriterThread {
  /** Runs in the order of the calls. Rejects with the engine's error: its message, `code` and `errcode`. */
  run(request: WriterRequest): Promise<WriterResult>;
  /** Ends the thread after the pending statements. */
  close(): Promise<void>;
}

/**
 * Creates the writer thread. It starts with the first statement, and again after a crash. It keeps the process running
 * only while it works.
 */
export function createWriterThread(setup: WriterSetup): WriterThread {
  const { send, close } = createThreadCalls({
    program: new URL('./writer-worker.ts', import.meta.url),
    subject: 'database',
    options: { workerData: setup },
    // A transaction is of many statements.
    idleMs: null,
  });
  return { run: (request) => send('run', [request]) as Promise<WriterResult>, close };
}

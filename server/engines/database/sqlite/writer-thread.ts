import type { SQLInputValue } from 'node:sqlite';
import { createThreadCalls } from '#server/machinery/threads/thread-calls.ts';

/** The setup of the writer thread's database. */
export type WriterSetup = {
  file: string;
  /** Timeout of a statement for another process (a backup, a script) to end its transaction. */
  busyTimeoutMs: number;
  cacheKiB: number;
  /**
   * A file that is deleted when less than `bytes` are free on the disk, so that there is room to write
   * (server/machinery/faults/disk-room.ts).
   */
  ballast: { path: string; bytes: number } | null;
};

export type WriterRequest = {
  sql: string;
  parameters: readonly SQLInputValue[];
  /**
   * True for the first statement after the connection was acquired: a transaction that is still open is rolled back.
   */
  isFirst: boolean;
};

export type WriterResult = {
  rows: unknown[];
  /** Missing for a statement that returns rows. */
  changes?: number | bigint;
  lastInsertRowid?: number | bigint;
};

/** Runs statements on the writing connection, which has its own thread. */
export interface WriterThread {
  /** Runs in the order of the calls. Rejects with the engine's error: its message, `code` and `errcode`. */
  run(request: WriterRequest): Promise<WriterResult>;
  /** Ends the thread after the pending statements. */
  close(): Promise<void>;
}

/**
 * The thread starts with the first statement, and again after a crash. It prevents the process from ending only while
 * it works.
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

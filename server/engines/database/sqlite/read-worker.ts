import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';
import type { ThreadMessage } from '#server/machinery/threads/thread-pool.ts';
import { allRows, defineStopFunction, keepStatements, openReader } from './sqlite-connection.ts';
import { toFailure, type ThreadFailure } from '#server/machinery/threads/thread-failure.ts';

/** The startup data of a thread of the read pool. */
export type ReadWorkerData = {
  file: string;
  /** One 32-bit number: the id of the statement to abort. */
  abortedId: SharedArrayBuffer;
  /** Amount by which the thread's priority is reduced, from 0 (none) to 19. */
  niceness: number;
};

export type ReadRequest = { sql: string; parameters: readonly unknown[] };
export type ReadAnswer = { rows: unknown[] } | { failure: ThreadFailure };

/** A thread of the read pool (read-pool.ts): runs one statement after another on its own connection. */
function serveReads({ file, abortedId, niceness }: ReadWorkerData): void {
  lowerThreadPriority(niceness);
  const database = openReader(file);
  const aborted = new Int32Array(abortedId);
  let running = 0;
  defineStopFunction(database, () => {
    if (Atomics.load(aborted, 0) === running) throw new Error('aborted');
  });
  const prepare = keepStatements((sql) => database.prepare(sql));
  parentPort?.on('message', ({ id, sql, parameters }: ReadRequest & { id: number }) => {
    running = id;
    parentPort?.postMessage({
      id,
      ...answer(() => allRows(prepare(sql), parameters)),
    } satisfies ThreadMessage<ReadAnswer>);
  });
  parentPort?.postMessage({ isReady: true } satisfies ThreadMessage<ReadAnswer>);
}

function answer(read: () => unknown[]): ReadAnswer {
  try {
    return { rows: read() };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

serveReads(workerData as ReadWorkerData);

import { Worker } from 'node:worker_threads';
import { currentClient, type Caller } from '#server/machinery/queues/caller.ts';
import { toError } from '#server/machinery/threads/thread-failure.ts';
import { openThreadPool, type SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { busy, closing, tooMuch, unavailable, type LaneLimits, type ReadLimits } from './read-limits.ts';
import type { ReadAnswer, ReadRequest, ReadWorkerData } from './read-worker.ts';

/** Reads a SQLite file in separate threads, so that slow reads do not block the server. */
export type ReadPool = {
  /**
   * Returns all rows of the statement. Client networks are served in turn; when the queue is full, the one with the
   * most queued statements loses its last one. Throws Problem `general_service_unavailable` in that case and on a
   * timeout; a running statement is then aborted at its next `stopFunction` (sqlite-connection.ts). Errors of the
   * engine are thrown with their message, `code` and `errcode`.
   */
  read(caller: Caller, sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Numbers of queued and running statements, by caller. */
  readonly state: Readonly<Record<Caller, { waiting: number; running: number }>>;
  /** Refuses queued statements, aborts running ones and terminates the threads. */
  close(): Promise<void>;
};

/** Starts no thread before the first read. */
export function openReadPool(parts: { file: string; limits: ReadLimits; setDeadline: SetDeadline }): ReadPool {
  const { file, limits, setDeadline } = parts;
  const open = (caller: Caller) => openLane(file, limits[caller], setDeadline);
  const lanes = { visitor: open('visitor'), page: open('page'), administrator: open('administrator') };
  return {
    read: (caller, sql, parameters) => lanes[caller].run(currentClient(), { sql, parameters }),
    get state() {
      return {
        visitor: lanes.visitor.state(),
        page: lanes.page.state(),
        administrator: lanes.administrator.state(),
      };
    },
    async close() {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
    },
  };
}

function openLane(file: string, limits: LaneLimits, setDeadline: SetDeadline) {
  return openThreadPool<ReadRequest, ReadAnswer, unknown[]>({
    startWorker: (abortedId) =>
      new Worker(new URL('./read-worker.ts', import.meta.url), {
        name: 'database reads',
        workerData: { file, abortedId, niceness: limits.niceness } satisfies ReadWorkerData,
      }),
    readAnswer(answer) {
      if ('rows' in answer) return answer.rows;
      throw toError(answer.failure);
    },
    limits,
    setDeadline,
    refusals: {
      busy,
      tooMuch,
      closing,
      lost: (cause) => unavailable('The library could not be read. Please try again.', cause),
    },
  });
}

import { Worker } from 'node:worker_threads';
import { FairLines } from '#server/machinery/fair-lines.ts';
import { currentClient, type Caller } from './caller.ts';
import type { LaneLimits, ReadLimits, SetDeadline } from './read-limits.ts';
import type { ReadMessage, ReadRequest, ReadWorkerData } from './read-worker.ts';
import { endWhenIdle, type Rest } from './end-when-idle.ts';
import { busy, closing, tooMuch, unavailable } from './read-refusals.ts';
import { toError } from './thread-failure.ts';

/** Reads a SQLite file in separate threads, so that slow reads do not stop the server from answering. */
export type ReadPool = {
  /**
   * All rows of the statement. Sites take turns; when the queue is full, the one with most in it loses its last
   * statement. Throws Problem `general_service_unavailable` then, and when it waits or runs too long; a running statement
   * is then aborted at its next `stopFunction` (sqlite-connection.ts). Errors of the engine are thrown with their message,
   * `code` and `errcode`.
   */
  read(caller: Caller, sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** How many statements are queued and running, by caller. */
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
    read: (caller, sql, parameters) => lanes[caller].read(sql, parameters),
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

type Job = ReadRequest & {
  /** The site of the client for which it is read. */
  from: string;
  resolve(rows: unknown[]): void;
  reject(reason: Error): void;
  endDeadline(): void;
};

type Thread = {
  worker: Worker;
  abortedId: Int32Array;
  job: Job | null;
  rest: Rest;
  /** Its program is loaded, which takes seconds on a busy machine. */
  isReady: boolean;
  isEnding: boolean;
};

function openLane(file: string, limits: LaneLimits, setDeadline: SetDeadline) {
  const waiting = new FairLines<Job>(limits.maxWaiting);
  const threads = new Set<Thread>();
  let lastId = 0;
  let isClosed = false;

  function start(): Thread {
    const thread = startThread(file, limits, { begin, onIdle: runNext });
    threads.add(thread);
    // The next queued statement starts another thread.
    thread.worker.on('exit', () => {
      threads.delete(thread);
      runNext();
    });
    return thread;
  }

  /** Gives queued jobs to idle threads, and starts threads up to the limit. */
  function runNext(): void {
    if (isClosed) return;
    while (waiting.size > 0) {
      const idle =
        [...threads].find(({ job, isEnding }) => job === null && !isEnding) ??
        (threads.size < limits.workers ? start() : null);
      const job = idle && waiting.next();
      if (!job) return;
      idle.job = job;
      idle.rest.end();
      if (idle.isReady) begin(job);
      const { id, sql, parameters } = job;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      idle.worker.postMessage({ id, sql, parameters } satisfies ReadRequest);
    }
  }

  /** The time to wait is over, the time to run begins. */
  function begin(job: Job): void {
    job.endDeadline();
    job.endDeadline = setDeadline(() => abort(job), limits.deadlineMs);
  }

  function abort(job: Job): void {
    waiting.remove(job.from, job);
    for (const thread of threads) if (thread.job === job) Atomics.store(thread.abortedId, 0, job.id);
    fail(job, tooMuch());
  }

  return {
    state: () => ({ waiting: waiting.size, running: [...threads].filter(({ job }) => job !== null).length }),

    read(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
      if (isClosed) return Promise.reject(closing());
      return new Promise((resolve, reject) => {
        lastId = (lastId % maxId) + 1;
        const settled = { resolve, reject, endDeadline: () => undefined };
        const job: Job = { id: lastId, from: currentClient(), sql, parameters, ...settled };
        job.endDeadline = setDeadline(() => abort(job), limits.waitMs ?? limits.deadlineMs);
        const dropped = waiting.put(job.from, job);
        if (dropped) fail(dropped, busy());
        runNext();
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      for (const job of waiting.clear()) fail(job, closing());
      for (const { job } of threads) if (job) fail(job, closing());
      // Aborts a running statement as well, at its next stop function.
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Starts a thread. Calls `onIdle` whenever it has ended a job, and `begin` when one that it was given begins late. */
function startThread(
  file: string,
  limits: LaneLimits,
  { begin, onIdle }: { begin: (job: Job) => void; onIdle: () => void },
): Thread {
  const abortedId = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData: ReadWorkerData = { file, abortedId, niceness: limits.niceness };
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { name: 'database reads', workerData });
  const rest = endWhenIdle(worker, { idleMs: limits.idleMs, end: () => endThread(thread) });
  const state = { job: null, isReady: false, isEnding: false };
  const thread: Thread = { worker, abortedId: new Int32Array(abortedId), rest, ...state };
  worker.on('message', (message: ReadMessage) => {
    const { job } = thread;
    if ('isReady' in message) {
      thread.isReady = true;
      if (job) begin(job);
      return;
    }
    thread.job = null;
    if (job) settle(job, message);
    rest.begin();
    onIdle();
  });
  let cause: unknown;
  worker.on('error', (error) => (cause = error));
  worker.on('exit', () => {
    if (thread.job) fail(thread.job, unavailable('The library could not be read. Please try again.', cause));
  });
  worker.unref();
  return thread;
}

/** Ids repeat after this many, when the earlier statement has long ended. */
const maxId = 2 ** 31 - 1;

function settle(job: Job, answer: Exclude<ReadMessage, { isReady: true }>): void {
  if ('rows' in answer) {
    job.endDeadline();
    job.resolve(answer.rows);
  } else fail(job, toError(answer.failure));
}

function endThread(thread: Thread): void {
  thread.isEnding = true;
  void thread.worker.terminate();
}

/** Only the first of several reasons has an effect. */
function fail(job: Job, reason: Error): void {
  job.endDeadline();
  job.reject(reason);
}

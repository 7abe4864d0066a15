import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Problem } from '#contract/problems.ts';
import { currentClient } from '#server/database/caller.ts';
import { setDeadline as usualDeadline, type LaneLimits, type SetDeadline } from '#server/database/read-limits.ts';
import { endWhenIdle, type Rest } from '#server/database/end-when-idle.ts';
import { toError } from '#server/database/thread-failure.ts';
import { FairLines } from '#server/machinery/fair-lines.ts';
import type { IndexAnswer, IndexCall, SearchMessage, SearchThreadSetup } from './index-messages.ts';

/**
 * Leaves a core to the thread that answers requests. A search takes some milliseconds: 64 that wait are answered within
 * a second. They may wait longer, because on a busy machine a thread takes seconds to start.
 */
export const searchLimits: LaneLimits = {
  workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
  maxWaiting: 64,
  deadlineMs: 2000,
  waitMs: 5000,
  niceness: 10,
};

/** Runs searches in threads of their own, so that they do not stop the server from answering. */
export type SearchPool = {
  /**
   * Sites take turns; when the queue is full, the one with most in it loses its last search. Throws Problem
   * `general_service_unavailable` then, and when the search waits or runs too long.
   */
  run(name: 'find' | 'excerpt', given: readonly unknown[]): Promise<unknown>;
  /** Waits for what runs, and ends the threads; what comes meanwhile waits until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Refuses what waits, and ends the threads. */
  close(): Promise<void>;
};

type Job = IndexCall & {
  /** The site of the client for which is searched. */
  from: string;
  resolve(result: unknown): void;
  reject(reason: Error): void;
  endDeadline(): void;
};
type Thread = {
  worker: Worker;
  abortedId: Int32Array;
  job: Job | null;
  rest: Rest;
  /** Its program is loaded. */
  isReady: boolean;
  isEnding: boolean;
};

/** Ids repeat after this many, when the earlier search has long ended. */
const maxId = 2 ** 31 - 1;
/** Long enough for the searches in front to end. */
const retryAfterSeconds = '2';

/** The program of the threads, and what it is started with besides SearchThreadSetup. */
export type SearchProgram = { program: URL; setup: object };

export function openSearchPool(
  started: SearchProgram,
  limits: LaneLimits = searchLimits,
  setDeadline: SetDeadline = usualDeadline,
): SearchPool {
  const waiting = new FairLines<Job>(limits.maxWaiting);
  const threads = new Set<Thread>();
  let lastId = 0;
  let state: 'open' | 'paused' | 'closed' = 'open';
  let onIdle: (() => void) | null = null;

  function start(): Thread {
    const thread = startThread(started, limits, { begin, onIdle: runNext });
    threads.add(thread);
    thread.worker.on('exit', () => {
      threads.delete(thread);
      runNext();
    });
    return thread;
  }

  function runNext(): void {
    if (![...threads].some(({ job }) => job !== null)) onIdle?.();
    if (state !== 'open') return;
    while (waiting.size > 0) {
      const idle =
        [...threads].find(({ job, isEnding }) => job === null && !isEnding) ??
        (threads.size < limits.workers ? start() : null);
      const job = idle && waiting.next();
      if (!job) return;
      give(idle, job);
      if (idle.isReady) begin(job);
    }
  }

  /** The time to wait is over, the time to run begins. */
  function begin(job: Job): void {
    job.endDeadline();
    job.endDeadline = setDeadline(() => abort(job), limits.deadlineMs);
  }

  function abort(job: Job): void {
    waiting.remove(job.from, job);
    for (const thread of threads) if (thread.job === job) abortIn(thread, job);
    fail(job, unavailable('The search is busy, or this asks for too much at once. Please try again in a moment.'));
  }

  async function endThreads(): Promise<void> {
    await Promise.all([...threads].map(({ worker }) => worker.terminate()));
  }

  return {
    run(name, given) {
      if (state === 'closed') return Promise.reject(unavailable('The library is closing.'));
      return new Promise((resolve, reject) => {
        lastId = (lastId % maxId) + 1;
        const settled = { resolve, reject, endDeadline: () => undefined };
        const job: Job = { id: lastId, from: currentClient(), name, given, ...settled };
        job.endDeadline = setDeadline(() => abort(job), limits.waitMs ?? limits.deadlineMs);
        const dropped = waiting.put(job.from, job);
        if (dropped) fail(dropped, unavailable('The search is busy. Please try again in a moment.'));
        runNext();
      });
    },

    async pause() {
      if (state === 'open') state = 'paused';
      if ([...threads].some(({ job }) => job !== null)) {
        const idle = Promise.withResolvers<void>();
        onIdle = idle.resolve;
        await idle.promise;
        onIdle = null;
      }
      await endThreads();
    },

    resume() {
      if (state === 'paused') state = 'open';
      runNext();
    },

    async close() {
      state = 'closed';
      for (const job of waiting.clear()) fail(job, unavailable('The library is closing.'));
      for (const { job } of threads) if (job) fail(job, unavailable('The library is closing.'));
      await endThreads();
    },
  };
}

/** Starts a thread. Calls `onIdle` whenever it has ended a job, and `begin` when one that it was given begins late. */
function startThread(
  { program, setup }: SearchProgram,
  { niceness, idleMs }: LaneLimits,
  { begin, onIdle }: { begin: (job: Job) => void; onIdle: () => void },
): Thread {
  const abortedId = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(program, {
    name: 'search',
    workerData: { ...setup, abortedId, niceness } satisfies SearchThreadSetup,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const rest = endWhenIdle(worker, { idleMs, end: () => endThread(thread) });
  const state = { job: null, isReady: false, isEnding: false };
  const thread: Thread = { worker, abortedId: new Int32Array(abortedId), rest, ...state };
  worker.on('message', (message: SearchMessage) => {
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
    if (thread.job) fail(thread.job, unavailable('The search index could not be read. Please try again.', cause));
    thread.job = null;
  });
  worker.unref();
  return thread;
}

function settle(job: Job, answer: IndexAnswer): void {
  if ('result' in answer) {
    job.endDeadline();
    job.resolve(answer.result);
  } else if ('failure' in answer) fail(job, toError(answer.failure));
}

function give(thread: Thread, job: Job): void {
  thread.job = job;
  thread.rest.end();
  const { id, name, given } = job;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.worker.postMessage({ id, name, given } satisfies IndexCall);
}

/** A thread that computes looks at the number now and then, one that waits for an engine is woken up. */
function abortIn({ abortedId }: Thread, { id }: Job): void {
  Atomics.store(abortedId, 0, id);
  Atomics.notify(abortedId, 0);
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

function unavailable(message: string, cause?: unknown): Problem {
  const headers = { 'retry-after': retryAfterSeconds };
  return new Problem('general_service_unavailable', message, cause === undefined ? { headers } : { headers, cause });
}

import type { Worker } from 'node:worker_threads';
import { endWhenIdle, type Rest } from './end-when-idle.ts';
import { FairLines } from '#server/machinery/queues/fair-lines.ts';

export type ThreadPoolLimits = {
  /** Maximum number of threads, which start on demand. */
  workers: number;
  /** Maximum number of queued calls; more are refused immediately. */
  maxWaiting: number;
  /** Timeout of a running call, in milliseconds. After that, the call is aborted and rejects. */
  deadlineMs: number;
  /** Timeout of a waiting call, in milliseconds, including the start of its thread; by default `deadlineMs`. */
  waitMs?: number;
  /** Idle timeout of a thread, in milliseconds; default: `idleThreadMs`. */
  idleMs?: number;
};

/** Calls `abort` after `deadlineMs`. Returns a function that cancels the call. */
export type SetDeadline = (abort: () => void, deadlineMs: number) => () => void;

/** Messages of a thread: first that it has loaded its program, then a response to each call, with the call's id. */
export type ThreadMessage<Answer> = { isReady: true } | ({ id: number } & Answer);

export type ThreadPool<Call, Result> = {
  /**
   * Runs a call in a thread. Client networks (`from`) are served in turn; when the queue is full, the network with the
   * most queued calls loses its last one. Rejects with a refusal if the call is lost, on a timeout, and if its thread
   * ends; otherwise with the errors of `readAnswer`.
   */
  run(from: string, call: Call): Promise<Result>;
  state(): { waiting: number; running: number };
  /** Waits for running calls, and ends the threads; calls made meanwhile wait until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Refuses queued and running calls, and ends the threads. */
  close(): Promise<void>;
};

type Job<Call, Result> = {
  id: number;
  from: string;
  call: Call;
  resolve(result: Result): void;
  reject(reason: Error): void;
  endDeadline(): void;
};

type Thread<Call, Result> = {
  worker: Worker;
  abortedId: Int32Array;
  job: Job<Call, Result> | null;
  rest: Rest;
  /** True once the thread's program is loaded, which takes seconds on a busy machine. */
  isReady: boolean;
  isEnding: boolean;
};

/** Ids repeat after this many, when the earlier call has long ended. */
const maxId = 2 ** 31 - 1;

type ThreadPoolParts<Answer, Result> = {
  /**
   * Starts a thread. `abortedId` is one 32-bit number: the id of the call to abort. The thread polls it, or waits for a
   * notification.
   */
  startWorker(abortedId: SharedArrayBuffer): Worker;
  /** Returns the result in a response, or throws. */
  readAnswer(answer: Answer): Result;
  limits: ThreadPoolLimits;
  setDeadline: SetDeadline;
  refusals: { busy(): Error; tooMuch(): Error; closing(): Error; lost(cause: unknown): Error };
};

/** Runs work that would block the server in separate threads, each of which handles one call at a time. */
export function openThreadPool<Call extends object, Answer extends object, Result>(
  parts: ThreadPoolParts<Answer, Result>,
): ThreadPool<Call, Result> {
  const { limits, setDeadline, refusals } = parts;
  const waiting = new FairLines<Job<Call, Result>>(limits.maxWaiting);
  const threads = new Set<Thread<Call, Result>>();
  let lastId = 0;
  let state: 'open' | 'paused' | 'closed' = 'open';
  let onIdle: (() => void) | null = null;
  const running = () => [...threads].flatMap(({ job }) => job ?? []);

  function start(): Thread<Call, Result> {
    const thread = startThread(parts, { begin, onIdle: runNext });
    threads.add(thread);
    // The next queued call starts another thread.
    thread.worker.on('exit', () => {
      threads.delete(thread);
      runNext();
    });
    return thread;
  }

  /** Passes queued calls to idle threads, and starts threads up to the limit. */
  function runNext(): void {
    if (running().length === 0) onIdle?.();
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

  /** Ends the waiting timeout and starts the running timeout. */
  function begin(job: Job<Call, Result>): void {
    job.endDeadline();
    job.endDeadline = setDeadline(() => abort(job), limits.deadlineMs);
  }

  function abort(job: Job<Call, Result>): void {
    waiting.remove(job.from, job);
    for (const thread of threads) if (thread.job === job) abortIn(thread, job.id);
    fail(job, refusals.tooMuch());
  }

  const endThreads = () => Promise.all([...threads].map(({ worker }) => worker.terminate()));

  return {
    run(from, call) {
      if (state === 'closed') return Promise.reject(refusals.closing());
      return new Promise((resolve, reject) => {
        lastId = (lastId % maxId) + 1;
        const job = { id: lastId, from, call, resolve, reject, endDeadline: () => undefined } as Job<Call, Result>;
        job.endDeadline = setDeadline(() => abort(job), limits.waitMs ?? limits.deadlineMs);
        const dropped = waiting.put(from, job);
        if (dropped) fail(dropped, refusals.busy());
        runNext();
      });
    },

    state: () => ({ waiting: waiting.size, running: running().length }),

    async pause() {
      if (state === 'open') state = 'paused';
      if (running().length > 0) {
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
      for (const job of [...waiting.clear(), ...running()]) fail(job, refusals.closing());
      await endThreads();
    },
  };
}

/**
 * Starts a thread. Calls `onIdle` whenever the thread has finished a call. If a call waits until the thread has
 * started, calls `begin` for it then.
 */
function startThread<Call extends object, Answer extends object, Result>(
  { startWorker, readAnswer, limits, refusals }: ThreadPoolParts<Answer, Result>,
  { begin, onIdle }: { begin: (job: Job<Call, Result>) => void; onIdle: () => void },
): Thread<Call, Result> {
  const abortedId = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = startWorker(abortedId);
  const rest = endWhenIdle(worker, {
    idleMs: limits.idleMs,
    end: () => {
      thread.isEnding = true;
      void worker.terminate();
    },
  });
  const state = { job: null, isReady: false, isEnding: false };
  const thread: Thread<Call, Result> = { worker, abortedId: new Int32Array(abortedId), rest, ...state };
  worker.on('message', (message: ThreadMessage<Answer>) => {
    const { job } = thread;
    if ('isReady' in message) {
      thread.isReady = true;
      if (job) begin(job);
      return;
    }
    thread.job = null;
    if (job) settle(job, () => readAnswer(message));
    rest.begin();
    onIdle();
  });
  let cause: unknown;
  worker.on('error', (error) => (cause = error));
  worker.on('exit', () => {
    if (thread.job) fail(thread.job, refusals.lost(cause));
    thread.job = null;
  });
  worker.unref();
  return thread;
}

function give<Call extends object, Result>(thread: Thread<Call, Result>, job: Job<Call, Result>): void {
  thread.job = job;
  thread.rest.end();
  thread.worker.postMessage({ id: job.id, ...job.call });
}

function abortIn({ abortedId }: Pick<Thread<object, unknown>, 'abortedId'>, id: number): void {
  Atomics.store(abortedId, 0, id);
  Atomics.notify(abortedId, 0);
}

function settle<Call, Result>(job: Job<Call, Result>, read: () => Result): void {
  try {
    const result = read();
    job.endDeadline();
    job.resolve(result);
  } catch (error) {
    fail(job, error as Error);
  }
}

/** Rejects a call. Only the first of several reasons has an effect. */
function fail<Call, Result>(job: Job<Call, Result>, reason: Error): void {
  job.endDeadline();
  job.reject(reason);
}

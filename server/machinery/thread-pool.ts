import type { Worker } from 'node:worker_threads';
import { endWhenIdle, type Rest } from './end-when-idle.ts';
import { FairLines } from './fair-lines.ts';

export type ThreadPoolLimits = {
  /** Threads, which are started when they are first needed. */
  workers: number;
  /** Calls that may be queued for a thread; more are refused at once. */
  maxWaiting: number;
  /** How long a call may run, in milliseconds, before it is aborted and refused. */
  deadlineMs: number;
  /** How long one may wait before that, for its turn and for its thread to start; `deadlineMs` unless it is given. */
  waitMs?: number;
  /** After this time without a call a thread ends, in milliseconds; `idleThreadMs` unless it is given. */
  idleMs?: number;
};

/** Calls `abort` after the time; returns a function that cancels this. */
export type SetDeadline = (abort: () => void, deadlineMs: number) => () => void;

/** From a thread: first that it has loaded its program, then an answer to each call, with its id. */
export type ThreadMessage<Answer> = { isReady: true } | ({ id: number } & Answer);

export type ThreadPool<Call, Result> = {
  /**
   * Runs a call in a thread. Sites (`from`) take turns; when the queue is full, the one with most in it loses its last call.
   * Rejects with a refusal then, when it waits or runs too long, and when its thread ends; else as `readAnswer` throws.
   */
  run(from: string, call: Call): Promise<Result>;
  state(): { waiting: number; running: number };
  /** Waits for what runs, and ends the threads; what comes meanwhile waits until `resume`. */
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
  /** Its program is loaded, which takes seconds on a busy machine. */
  isReady: boolean;
  isEnding: boolean;
};

/** Ids repeat after this many, when the earlier call has long ended. */
const maxId = 2 ** 31 - 1;

type ThreadPoolParts<Answer, Result> = {
  /** `abortedId` is one 32-bit number: the id of the call to abort. The thread looks at it, or waits to be notified. */
  startWorker(abortedId: SharedArrayBuffer): Worker;
  /** Returns the result of an answer, or throws. */
  readAnswer(answer: Answer): Result;
  limits: ThreadPoolLimits;
  setDeadline: SetDeadline;
  refusals: { busy(): Error; tooMuch(): Error; closing(): Error; lost(cause: unknown): Error };
};

/** Work that would stop the server from answering, in threads of their own that each do one call at a time. */
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

  /** Gives queued calls to idle threads, and starts threads up to the limit. */
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

  /** The time to wait is over, the time to run begins. */
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

/** Starts a thread. Calls `onIdle` whenever it has ended a call, and `begin` when one that it was given begins late. */
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

/** Only the first of several reasons has an effect. */
function fail<Call, Result>(job: Job<Call, Result>, reason: Error): void {
  job.endDeadline();
  job.reject(reason);
}

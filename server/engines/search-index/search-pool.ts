import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Problem } from '#contract/problems.ts';
import { setDeadline as usualDeadline, type LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import { currentClient } from '#server/machinery/queues/caller.ts';
import { toError, type ThreadFailure } from '#server/machinery/threads/thread-failure.ts';
import { openThreadPool, type SetDeadline } from '#server/machinery/threads/thread-pool.ts';

/** The start parameters of every thread that searches. */
export type SearchThreadSetup = {
  /** One 32-bit number: the id of the search to abort (server/machinery/threads/thread-pool.ts). */
  abortedId: SharedArrayBuffer;
  /** Amount by which the priority of the thread is lowered: from 0, not at all, to 19. */
  niceness: number;
};

export type SearchCall = { name: 'find' | 'excerpt'; given: readonly unknown[] };
export type SearchAnswer = { result: unknown } | { failure: ThreadFailure };

/**
 * Leaves a core to the thread that processes requests. A search takes some milliseconds: 64 waiting searches end within a
 * second. They may wait longer, because on a busy machine a thread takes seconds to start.
 */
export const searchLimits: LaneLimits = {
  workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
  maxWaiting: 64,
  deadlineMs: 2000,
  waitMs: 5000,
  niceness: 10,
};

/** Runs searches in separate threads, so that they do not block the server. */
export type SearchPool = {
  /**
   * Runs a search. Sites take turns; when the queue is full, the one with most in it loses its last search. Throws
   * Problem `general_service_unavailable` then, and if the search waits or runs too long.
   */
  run(name: 'find' | 'excerpt', given: readonly unknown[]): Promise<unknown>;
  /** Waits for running searches, and ends the threads; new searches wait until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Refuses waiting searches, and ends the threads. */
  close(): Promise<void>;
};

/** Long enough for the searches in front to end. */
const retryAfterSeconds = '2';

/** The program of the threads, and its start parameters besides SearchThreadSetup. */
export type SearchProgram = { program: URL; setup: object };

export function openSearchPool(
  { program, setup }: SearchProgram,
  limits: LaneLimits = searchLimits,
  setDeadline: SetDeadline = usualDeadline,
): SearchPool {
  const { run, pause, resume, close } = openThreadPool<SearchCall, SearchAnswer, unknown>({
    startWorker: (abortedId) =>
      new Worker(program, {
        name: 'search',
        workerData: { ...setup, abortedId, niceness: limits.niceness } satisfies SearchThreadSetup,
        execArgv: ['--disable-warning=ExperimentalWarning'],
      }),
    readAnswer(answer) {
      if ('result' in answer) return answer.result;
      throw toError(answer.failure);
    },
    limits,
    setDeadline,
    refusals: {
      busy: () => unavailable('The search is busy. Please try again in a moment.'),
      tooMuch: () =>
        unavailable('The search is busy, or this asks for too much at once. Please try again in a moment.'),
      closing: () => unavailable('The library is closing.'),
      lost: (cause) => unavailable('The search index could not be read. Please try again.', cause),
    },
  });
  return { run: (name, given) => run(currentClient(), { name, given }), pause, resume, close };
}

function unavailable(message: string, cause?: unknown): Problem {
  const headers = { 'retry-after': retryAfterSeconds };
  return new Problem('general_service_unavailable', message, cause === undefined ? { headers } : { headers, cause });
}

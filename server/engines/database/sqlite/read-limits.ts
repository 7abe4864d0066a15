import { availableParallelism } from 'node:os';
import { Problem } from '#contract/problems.ts';
import type { Caller } from '#server/machinery/queues/caller.ts';
import type { SetDeadline, ThreadPoolLimits } from '#server/machinery/threads/thread-pool.ts';

/** The limits of a lane of the read pool, whose threads each have their own connection. */
export type LaneLimits = ThreadPoolLimits & {
  /** Reduction of its threads' priority, from 0 (none) to 19. */
  niceness: number;
  /** Maximum concurrent statements for one client network; default: all. Only in PostgreSQL. */
  ofOne?: number;
};

export type ReadLimits = Record<Caller, LaneLimits>;

/** Leaves a core to the main thread. */
const spareCores = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Visitors: searching a million titles for one word takes a third of a second, so two seconds are enough for a few
 * words; the waiting timeout is longer, because on a busy machine a thread takes seconds to start. Pages: their
 * search runs four lists at once. The administrator: slow lists are allowed.
 */
export const readLimits: ReadLimits = {
  visitor: { workers: spareCores, maxWaiting: 32, deadlineMs: 2000, waitMs: 5000, niceness: 3 },
  page: { workers: 1, maxWaiting: 32, deadlineMs: 4000, niceness: 0 },
  administrator: { workers: 1, maxWaiting: 64, deadlineMs: 15_000, niceness: 0 },
};

/**
 * In PostgreSQL statements run in the server, which shares its processors among them: one client with many slow
 * statements leaves half of the visitors' connections to the others.
 */
export const postgresReadLimits: ReadLimits = {
  ...readLimits,
  visitor: { ...readLimits.visitor, workers: 4, ofOne: 2 },
};

export const setDeadline: SetDeadline = (abort, deadlineMs) => {
  const timer = setTimeout(abort, deadlineMs);
  return () => clearTimeout(timer);
};

/** Limits and deadlines that replace the defaults. */
export type ReadOptions = { limits?: ReadLimits; setDeadline?: SetDeadline };

/** Refusals of read statements, the same on every engine: Problem `general_service_unavailable`. */

/** Long enough for the statements in front to end or time out. */
const retryAfterSeconds = '2';

export function unavailable(message: string, cause?: unknown): Problem {
  const headers = { 'retry-after': retryAfterSeconds };
  return new Problem('general_service_unavailable', message, cause === undefined ? { headers } : { headers, cause });
}

export const busy = (): Problem => unavailable('The library is busy. Please try again in a moment.');

export const closing = (): Problem => unavailable('The library is closing.');

export const tooMuch = (): Problem =>
  unavailable('The library is busy, or this asks for too much at once. Ask for less, or try again in a moment.');

import { availableParallelism } from 'node:os';
import type { Caller } from './caller.ts';

/** What a lane of the read pool may use. */
export type LaneLimits = {
  /** Threads, each with a connection of its own. They start when they are first needed. */
  workers: number;
  /** Statements that may wait for a thread; more are refused at once. */
  maxWaiting: number;
  /** How long a statement may wait and run in all, in milliseconds, before it is stopped and refused. */
  deadlineMs: number;
  niceness: number;
};

export type ReadLimits = Record<Caller, LaneLimits>;

/** Leaves a core to the thread that answers requests. */
const spareCores = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Visitors: searching a million titles for one word takes a third of a second, so two seconds leave room for a few
 * words and a few others in front; what takes longer nobody waits for. Pages: their search runs four lists at once.
 * The administrator: whoever is signed in to manage the library may ask for something slow.
 */
export const readLimits: ReadLimits = {
  visitor: { workers: spareCores, maxWaiting: 32, deadlineMs: 2000, niceness: 3 },
  page: { workers: 1, maxWaiting: 32, deadlineMs: 4000, niceness: 0 },
  administrator: { workers: 1, maxWaiting: 64, deadlineMs: 15_000, niceness: 0 },
};

/** Calls `giveUp` when the time is over; answers how to call that off. */
export type SetDeadline = (giveUp: () => void, deadlineMs: number) => () => void;

export const setDeadline: SetDeadline = (giveUp, deadlineMs) => {
  const timer = setTimeout(giveUp, deadlineMs);
  return () => clearTimeout(timer);
};

/** What differs from the above. */
export type ReadOptions = { limits?: ReadLimits; setDeadline?: SetDeadline };

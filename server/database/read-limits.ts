import { availableParallelism } from 'node:os';
import type { Caller } from './caller.ts';

/** The limits of a lane of the read pool. */
export type LaneLimits = {
  /** Threads, each with its own connection. They are started when first needed. */
  workers: number;
  /** Statements that may be queued for a thread; more are refused at once. */
  maxWaiting: number;
  /** How long a statement may run, in milliseconds, before it is aborted and refused. */
  deadlineMs: number;
  /** How long one may wait before that, for its turn and for its thread to start; `deadlineMs` unless it is given. */
  waitMs?: number;
  niceness: number;
  /** How many statements for one site run at a time; all of them unless it is given. Only in PostgreSQL. */
  ofOne?: number;
  /** A thread that had nothing to do for so long ends, in milliseconds; `idleThreadMs` unless it is given. */
  idleMs?: number;
};

export type ReadLimits = Record<Caller, LaneLimits>;

/** Leaves a core to the thread that answers requests. */
const spareCores = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Visitors: searching a million titles for one word takes a third of a second, so two seconds are enough for a few words;
 * they wait longer, because on a busy machine a thread takes seconds to start. Pages: their search runs four lists at
 * once. The administrator: slow lists are allowed.
 */
export const readLimits: ReadLimits = {
  visitor: { workers: spareCores, maxWaiting: 32, deadlineMs: 2000, waitMs: 5000, niceness: 3 },
  page: { workers: 1, maxWaiting: 32, deadlineMs: 4000, niceness: 0 },
  administrator: { workers: 1, maxWaiting: 64, deadlineMs: 15_000, niceness: 0 },
};

/**
 * In PostgreSQL statements run in the server, which shares its processors among them: one client with many slow ones leaves
 * half of the visitors' connections to the others.
 */
export const postgresReadLimits: ReadLimits = {
  ...readLimits,
  visitor: { ...readLimits.visitor, workers: 4, ofOne: 2 },
};

/** Calls `abort` after the time; returns a function that cancels this. */
export type SetDeadline = (abort: () => void, deadlineMs: number) => () => void;

export const setDeadline: SetDeadline = (abort, deadlineMs) => {
  const timer = setTimeout(abort, deadlineMs);
  return () => clearTimeout(timer);
};

/** Other limits and deadlines than the usual ones. */
export type ReadOptions = { limits?: ReadLimits; setDeadline?: SetDeadline };

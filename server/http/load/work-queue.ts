import { performance } from 'node:perf_hooks';
import { FairLines } from './fair-lines.ts';

export type WorkLimits = {
  /** How long one turn of the event loop begins new work, in milliseconds. */
  turnMs: number;
  /** How many requests wait, at most. */
  waiting: number;
  /** How long one waits, at most: the rest of the second that an answer may take is for the work itself. */
  waitMs: number;
  /** With fewer waiting than this, nobody is refused for having waited: a slow machine is not an overloaded one. */
  calm: number;
};

/**
 * Short turns, because Node takes in one new connection in each (libuv), and because everything that is under way goes
 * on only in the next one. One browser asks for six things at a time.
 */
export const workLimits: WorkLimits = { turnMs: 8, waiting: 512, waitMs: 400, calm: 16 };

/** Something that begins in its turn, or is refused; what `isGone` is neither. */
export type Work = { begin: () => void; refuse: () => void; isGone: () => boolean };

/**
 * Begins work at once while the event loop has little to do, else in turns between those who ask (`from`, a network
 * address), a few milliseconds of it in each turn of the loop. What would wait too long is refused early.
 */
export function createWorkQueue(
  limits: WorkLimits = workLimits,
  now: () => number = () => performance.now(),
): { enter(from: string, work: Work): void } {
  type Waiting = Work & { since: number };
  const lines = new FairLines<Waiting>(limits.waiting);
  let turnBegan: number | null = null;
  let isPumping = false;

  function isTurnOver(): boolean {
    if (turnBegan !== null) return now() - turnBegan > limits.turnMs;
    turnBegan = now();
    setImmediate(() => {
      turnBegan = null;
    });
    return false;
  }

  function pump(began: number): void {
    if (now() - began > limits.turnMs) {
      startTurn();
      return;
    }
    const next = lines.next();
    if (!next) {
      isPumping = false;
      return;
    }
    if (!next.isGone()) {
      if (now() - next.since > limits.waitMs && lines.size >= limits.calm) next.refuse();
      else next.begin();
    }
    // What the work left to promises comes first, so that it counts as its work.
    queueMicrotask(() => process.nextTick(pump, began));
  }

  function startTurn(): void {
    isPumping = true;
    setImmediate(() => pump(now()));
  }

  return {
    enter(from, work) {
      if (!isPumping && !isTurnOver()) {
        work.begin();
        return;
      }
      lines.put(from, { ...work, since: now() })?.refuse();
      if (!isPumping) startTurn();
    },
  };
}

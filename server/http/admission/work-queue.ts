import { performance } from 'node:perf_hooks';
import { FairLines } from '#server/machinery/queues/fair-lines.ts';

export type WorkLimits = {
  /** Time in which new work is started in one iteration of the event loop, in milliseconds. */
  turnMs: number;
  /** Maximum number of waiting requests. */
  waiting: number;
  /** Maximum waiting time of a request: the rest of the second that a response may take is for the work itself. */
  waitMs: number;
  /**
   * If fewer requests than this wait, none is refused for having waited too long: a slow machine is not an overloaded
   * one.
   */
  calm: number;
};

/**
 * Default limits. Iterations are short, because Node accepts one new connection in each (libuv), and because work in
 * progress continues only in the next one. A browser sends six requests at a time.
 */
export const workLimits: WorkLimits = { turnMs: 8, waiting: 512, waitMs: 400, calm: 16 };

/** Queued work: it is either begun or refused; neither if `isGone` returns true. */
export type Work = { begin: () => void; refuse: () => void; isGone: () => boolean };

/**
 * Starts work at once while the event loop has little to do; otherwise serves requesters (`from`, the site of their
 * address) in turn, for a few milliseconds per iteration of the loop. Refuses work early if it would wait too long.
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
    // Promises of the work run first, so that their time counts as its work.
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

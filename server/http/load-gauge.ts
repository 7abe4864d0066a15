import { performance } from 'node:perf_hooks';

export type GaugeLimits = {
  /** Below so many requests in work nothing is ever refused: a slow machine is not an overloaded one. */
  calmInWork: number;
  /** One turn of the event loop may take so long; whoever comes later in it waits too long already. */
  turnMs: number;
  /** The event loop comes late by so much, again and again. */
  lateMs: number;
};

/**
 * Most answers take a few turns of the event loop. Turns of 50 ms keep them well within a second, and `calmInWork` is
 * more than one browser ever asks for at a time.
 */
export const gaugeLimits: GaugeLimits = { calmInWork: 16, turnMs: 50, lateMs: 100 };

const sampleMs = 50;
/** As many samples must all be late: one long piece of work is no overload. */
const samples = 3;

export type LoadGauge = {
  /** To be called for each request: whether the server has more to do than it can answer in time. */
  isOverloaded(inWork: number): boolean;
  close(): void;
};

/** Measures how far the event loop is behind: during the turn that it is in, and over the last few. */
export function createLoadGauge(
  limits: GaugeLimits = gaugeLimits,
  now: () => number = () => performance.now(),
): LoadGauge {
  let turnBegan: number | null = null;
  let due = now() + sampleMs;
  const late: number[] = [];
  const timer = setInterval(() => {
    late.push(now() - due);
    if (late.length > samples) late.shift();
    due = now() + sampleMs;
  }, sampleMs);
  timer.unref();

  return {
    isOverloaded(inWork) {
      const moment = now();
      if (turnBegan === null) {
        turnBegan = moment;
        setImmediate(() => {
          turnBegan = null;
        });
      }
      if (inWork < limits.calmInWork) return false;
      const isLate = late.length === samples && Math.min(...late) > limits.lateMs;
      return isLate || moment - turnBegan > limits.turnMs;
    },
    close: () => clearInterval(timer),
  };
}

import { Problem } from '#contract/problems.ts';

/**
 * A hash takes some 30 ms of a core, 19 MB and one of the four threads that also read files: one at a time leaves the
 * others to readers. Sixteen waiting ones are done within half a second, and no library has more people who sign in at
 * once.
 */
export const hashingLimits = { maxRunning: 1, maxWaiting: 16 };

/** The `Retry-After` of a refusal. */
const retryAfterSeconds = 5;

/**
 * Creates the queue for all hashing of passwords. Throws Problem `general_service_unavailable` (503 with
 * `Retry-After`) when the queue is full, before any work is done.
 */
export function createHashingQueue(
  limits: { maxRunning: number; maxWaiting: number } = hashingLimits,
): <Result>(hash: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (hash) => {
    if (running >= limits.maxRunning) {
      if (waiting.length >= limits.maxWaiting)
        throw new Problem(
          'general_service_unavailable',
          'Too many people are signing in at the moment. Please try again in a few seconds.',
          { headers: { 'Retry-After': String(retryAfterSeconds) } },
        );
      // The one that finishes next leaves its slot to this one, so `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await hash();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

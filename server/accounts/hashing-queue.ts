import { Problem } from '#contract/problems.ts';

/**
 * A hash takes some 30 ms of a core, 19 MB and one of the four threads that also read files: one at a time leaves the
 * others to readers. Sixteen that wait are answered within half a second; more come from no library's administrators.
 */
export const hashingLimits = { width: 1, waiting: 16 };

/** After how many seconds those who were refused may come again. */
const retryAfterSeconds = 5;

/**
 * Makes the queue that all hashing of passwords goes through. Throws Problem `general_service_unavailable` (503 with
 * `Retry-After`) when too much waits already, before any work is done.
 */
export function createHashingQueue(
  limits: { width: number; waiting: number } = hashingLimits,
): <Result>(hash: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (hash) => {
    if (running >= limits.width) {
      if (waiting.length >= limits.waiting)
        throw new Problem(
          'general_service_unavailable',
          'Too many people are signing in at the moment. Please try again in a few seconds.',
          { headers: { 'Retry-After': String(retryAfterSeconds) } },
        );
      // Whoever wakes us hands over its place.
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

import { Problem } from '#contract/problems.ts';
import { currentClient } from '#server/machinery/queues/caller.ts';
import { createFairLimit } from '#server/machinery/queues/fair-limit.ts';
import { Refused } from '#server/machinery/queues/refused.ts';

/**
 * A hash takes about 30 ms of a core, 19 MB, and one of the four threads that also read files. One at a time leaves the
 * other threads for reading. Sixteen waiting hashes take half a second, and in no library more people sign in at once.
 */
export const hashingLimits = { maxRunning: 1, maxWaiting: 16 };

/** The `Retry-After` value of a refusal. */
const retryAfterSeconds = 5;

/**
 * Creates the queue for all password hashing, which serves client networks in turn. When it is full, the network with
 * the most entries loses its last one with Problem `general_service_unavailable` (503 with `Retry-After`), before any
 * hashing is done.
 */
export function createHashingQueue(
  limits: { maxRunning: number; maxWaiting: number } = hashingLimits,
): <Result>(hash: () => Promise<Result>) => Promise<Result> {
  const limit = createFairLimit(limits);
  return (hash) =>
    limit.run(currentClient(), hash).catch((error: unknown) => {
      throw error instanceof Refused ? tooMany() : error;
    });
}

function tooMany(): Problem {
  return new Problem(
    'general_service_unavailable',
    'Too many people are signing in at the moment. Please try again in a few seconds.',
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
}

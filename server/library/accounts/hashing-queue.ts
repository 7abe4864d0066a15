import { AsyncResource } from 'node:async_hooks';
import { Problem } from '#contract/problems.ts';
import { currentClient } from '#server/machinery/queues/caller.ts';
import { FairLines } from '#server/machinery/queues/fair-lines.ts';

/**
 * A hash takes about 30 ms of a core, 19 MB and one of the four threads that also read files: one at a time leaves
 * the others to readers. Sixteen waiting hashes take half a second, and no library has more people who sign in at
 * once.
 */
export const hashingLimits = { maxRunning: 1, maxWaiting: 16 };

/** The `Retry-After` value of a refusal. */
const retryAfterSeconds = 5;

type Waiting = { start: () => void; refuse: () => void };

/**
 * Creates the queue for all password hashing, which serves client networks in turn. When it is full, the network with
 * the most entries loses its last one: Problem `general_service_unavailable` (503 with `Retry-After`), before any
 * work is done.
 */
export function createHashingQueue(
  limits: { maxRunning: number; maxWaiting: number } = hashingLimits,
): <Result>(hash: () => Promise<Result>) => Promise<Result> {
  const waiting = new FairLines<Waiting>(limits.maxWaiting);
  let running = 0;

  function waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { start: AsyncResource.bind(resolve), refuse: () => reject(tooMany()) };
      waiting.put(currentClient(), entry)?.refuse();
    });
  }

  return async (hash) => {
    // A finishing hash passes its slot on to this one, so `running` stays the same.
    if (running >= limits.maxRunning) await waitForTurn();
    else running += 1;
    try {
      return await hash();
    } finally {
      const next = waiting.next();
      if (next) next.start();
      else running -= 1;
    }
  };
}

function tooMany(): Problem {
  return new Problem(
    'general_service_unavailable',
    'Too many people are signing in at the moment. Please try again in a few seconds.',
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
}

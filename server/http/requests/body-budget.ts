import { busyProblem } from '#server/http/refusals/busy-answer.ts';

/**
 * Counts the bytes of incomplete bodies in memory. Throws Problem `general_service_unavailable` for bytes that would
 * exceed the budget.
 */
export function createBodyBudget(maxBytes: number): { take(bytes: number): void; giveBack(bytes: number): void } {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > maxBytes) throw busyProblem();
      held += bytes;
    },
    giveBack(bytes) {
      held -= bytes;
    },
  };
}

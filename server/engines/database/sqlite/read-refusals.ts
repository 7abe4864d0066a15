import { Problem } from '#contract/problems.ts';

/** Refusals of read statements, the same on every engine: Problem `general_service_unavailable`. */

/** Long enough for the statements in front to end or time out. */
const retryAfterSeconds = '2';

export function unavailable(message: string, cause?: unknown): Problem {
  const headers = { 'retry-after': retryAfterSeconds };
  return new Problem('general_service_unavailable', message, cause === undefined ? { headers } : { headers, cause });
}

export const busy = (): Problem => unavailable('The library is busy. Please try again in a moment.');

export const closing = (): Problem => unavailable('The library is closing.');

export const tooMuch = (): Problem =>
  unavailable('The library is busy, or this request is too large. Request less, or try again in a moment.');

import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import { LibraryClosed } from './closed-library.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import { readFault } from './read-fault.ts';

/** Background work, in words for the log such as "indexing a material", and the time of the retry: "in an hour". */
export type RetriedWork = { work: string; retried: string };

/**
 * True if a queue of the server refused the work, or a lock was not free in time. Then nothing is broken, and the same
 * work may succeed later.
 */
export function isHeldUp(error: unknown): boolean {
  if (readFault(error) === 'writing-held-up') return true;
  if (error instanceof Refused) return error.why === 'full' || error.why === 'timed-out';
  // Refused reads look like this. One with a cause failed.
  const isRefusal = error instanceof Problem && error.type === 'general_service_unavailable';
  return isRefusal && error.cause === undefined && !(error instanceof LibraryClosed);
}

/** Logs background work that will be retried: as a warning if it was only blocked, as an error if it failed. */
export function logRetriedWork(
  log: Pick<Logger, 'warn' | 'error'>,
  err: unknown,
  { work, retried }: RetriedWork,
): void {
  if (isHeldUp(err)) log.warn({ err }, `${work} is delayed because the server is busy; it is retried ${retried}`);
  else log.error({ err }, `${work} failed; it is retried ${retried}`);
}

const usualRetryMs = 30_000;

/**
 * Runs background work, and retries it after a pause while it is blocked, with a warning each time. Rejects with any
 * other error, and once the signal is aborted.
 */
export async function retryHeldUp<Result>(
  run: () => Promise<Result>,
  parts: { work: string; log: Pick<Logger, 'warn' | 'error'>; signal: AbortSignal; retryMs?: number },
): Promise<Result> {
  const { work, log, signal, retryMs = usualRetryMs } = parts;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !isHeldUp(error)) throw error;
      logRetriedWork(log, error, { work, retried: `in ${retryMs / 1000} seconds` });
    }
    await setTimeout(retryMs, undefined, { signal, ref: false });
  }
}

import type { Logger } from 'pino';
import { LibraryClosed } from '#server/database/closed-library.ts';
import { logRetriedWork } from '#server/faults/retry-held-up.ts';

export type Attempt = ReturnType<typeof createAttempt>;

/** A task that fails does not keep the others from running. After the signal none is begun. */
export function createAttempt({ log, signal }: { log: Logger; signal: AbortSignal }) {
  return async <Result>(name: string, work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    if (signal.aborted) return otherwise;
    try {
      return await work();
    } catch (error) {
      // It ends with the move, and nothing is missed: the next run does it.
      if (error instanceof LibraryClosed) return otherwise;
      logRetriedWork(log, error, { work: `the cleanup task "${name}"`, retried: 'in an hour' });
      return otherwise;
    }
  };
}

import type { Logger } from 'pino';
import { LibraryClosed } from '#server/machinery/faults/closed-library.ts';
import { logRetriedWork } from '#server/machinery/faults/retry-held-up.ts';

export type Attempt = ReturnType<typeof createAttempt>;

/**
 * Returns a function that runs a task. A failing task does not prevent the others. After the signal none is started.
 */
export function createAttempt({ log, signal }: { log: Logger; signal: AbortSignal }) {
  return async <Result>(name: string, work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    if (signal.aborted) return otherwise;
    try {
      return await work();
    } catch (error) {
      // The failure ends with the move, and nothing is missed: the next run does the task.
      if (error instanceof LibraryClosed) return otherwise;
      logRetriedWork(log, error, { work: `the cleanup task "${name}"`, retried: 'in an hour' });
      return otherwise;
    }
  };
}

import type { Logger } from 'pino';
import { retryHeldUp } from '#server/machinery/faults/retry-held-up.ts';

/** Runs background work of a start. It is retried while it is blocked; any other failure is logged. */
export async function attemptAtStart(
  work: string,
  run: () => Promise<unknown>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  try {
    await retryHeldUp(run, { work, log, signal });
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, `${work} failed; it is retried at the next start`);
  }
}

import { callAfter } from './call-after.ts';
import { judgeSendError } from './judge-send-error.ts';

/** Maximum delay between attempts while the library is away, in milliseconds. */
const maxPauseMs = 30_000;

/** Repeats a call while the library cannot be reached, until `signal` is aborted. Rejects immediately with other errors. */
export async function untilReached<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (judgeSendError(error).means !== 'away') throw error;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = callAfter(Math.min(1000 * 2 ** tries, maxPauseMs), resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      cancel();
    }
  }
}

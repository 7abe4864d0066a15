import type { ProblemType } from '#contract/problems.ts';
import { RefusedFile } from '#app/features/import/intake/intake-file.ts';
import { PhotographFailure } from '#app/features/session/follow-pdf.ts';
import { explainProblem, isNetworkFailure, problemOf, SignInDeclined } from '#app/features/session/library-problem.ts';
import { unreachable } from '#messages/import/intake.ts';
import type { CallAfter, JudgeSendError } from './send-queue.ts';

/** The problem of a document on a server without LibreOffice. */
export const notInstalled: ProblemType = 'office_not_installed';

/** Decides if an error affects one file, or the library or account and therefore all files. */
export const judgeSendError: JudgeSendError = (error) => {
  if (error instanceof RefusedFile) return { means: 'file', reason: error.message };
  if (error instanceof PhotographFailure) return { means: 'pdf', reason: error.message };
  const reason = explainProblem(error);
  if (error instanceof SignInDeclined) return { means: 'paused', reason };
  if (isNetworkFailure(error)) return { means: 'away', reason: unreachable };
  const problem = problemOf(error);
  if (problem?.type === notInstalled) return { means: 'to-convert', reason };
  if (problem === null) return { means: 'file', reason };
  if (problem.type === 'storage_full' || problem.code === 401 || problem.code === 403)
    return { means: 'paused', reason };
  return { means: problem.code >= 500 || problem.code === 429 ? 'away' : 'file', reason };
};

/** Calls back after a delay, or immediately when the browser reports that the connection is back. */
export const callAfter: CallAfter = (milliseconds, run) => {
  const timer = setTimeout(done, milliseconds);
  addEventListener('online', done);
  function stop(): void {
    clearTimeout(timer);
    removeEventListener('online', done);
  }
  function done(): void {
    stop();
    run();
  }
  return stop;
};

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

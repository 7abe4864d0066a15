import { explainProblem, isNetworkFailure, problemOf, SignInDeclined } from '#app/features/session/library-problem.ts';
import { RefusedFile } from '#app/features/import/intake/intake-file.ts';
import { PhotographFailure } from '#app/features/session/follow-pdf.ts';
import type { JudgeSendError } from './send-queue.ts';

/** Decides if an error affects one file, or the library or account and therefore all files. */
export const judgeSendError: JudgeSendError = (error) => {
  if (error instanceof RefusedFile || error instanceof PhotographFailure)
    return { means: 'file', reason: error.message };
  const reason = explainProblem(error);
  if (error instanceof SignInDeclined) return { means: 'paused', reason };
  if (isNetworkFailure(error)) return { means: 'away', reason: "Can't reach the library. Retrying…" };
  const problem = problemOf(error);
  if (problem === null) return { means: 'file', reason };
  if (problem.type === 'storage_full' || problem.code === 401 || problem.code === 403)
    return { means: 'paused', reason };
  return { means: problem.code >= 500 || problem.code === 429 ? 'away' : 'file', reason };
};

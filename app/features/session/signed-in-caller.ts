import { isSignedOutProblem } from './library-problem.ts';

/** Runs a call. If the session has ended, asks the user to sign in again and repeats the call once. */
export type SignedInCaller = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/**
 * Creates the function that makes all requests of the panel. If several calls fail together, there is only one password
 * prompt. `askPassword` resolves when the user has signed in again. It rejects on Cancel, and then every waiting call
 * rejects. A call that fails twice is not repeated.
 */
export function createSignedInCaller(askPassword: () => Promise<void>): SignedInCaller {
  let asking: Promise<void> | null = null;
  let signIns = 0;

  async function askOnce(): Promise<void> {
    try {
      await askPassword();
      signIns += 1;
    } finally {
      asking = null;
    }
  }

  return async function callSignedIn(work) {
    const signInsBefore = signIns;
    try {
      return await work();
    } catch (error) {
      if (!isSignedOutProblem(error)) throw error;
      // A call that was sent before the latest sign-in failed because of the old session, so the user need not sign in
      // again.
      if (signIns === signInsBefore) await (asking ??= askOnce());
      return work();
    }
  };
}

import { isSignedOutProblem } from './library-problem.ts';

/** Runs a call; when the session has ended, has the person sign in again and runs it once more. */
export type SignedInCaller = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/**
 * Makes the caller all of the panel's requests go through. However many calls fail at once, the
 * password is asked for once: `askPassword` resolves when somebody is signed in again and rejects when it was declined,
 * which then is how every waiting call fails. A call that fails again after that fails for good.
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
      // A call sent before the latest sign-in learns of the old session's end: no reason to ask again.
      if (signIns === signInsBefore) await (asking ??= askOnce());
      return work();
    }
  };
}

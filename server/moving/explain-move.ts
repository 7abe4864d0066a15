import { Problem } from '#contract/problems.ts';
import { readFault, type Fault } from '#server/faults/read-fault.ts';
import { MoveProblem } from './place.ts';

const goesOn = 'then run the same command again, which goes on where it was';

const advice: Readonly<Record<Fault, (said: string) => string>> = {
  'disk-full': () => `a disk is full; make room on it, ${goesOn}`,
  'disk-failing': (said) => `a disk reports errors (${said}); look at the system log (dmesg), ${goesOn}`,
  'no-permission': (said) => `a file or folder cannot be used by this user (${said}); see who owns it, ${goesOn}`,
  'no-file-handles': (said) => `too many files are open (${said}); raise the limit (ulimit -n), ${goesOn}`,
  'writing-held-up': () => `a database is locked by another program; wait until that has ended, ${goesOn}`,
  'store-failing': (said) =>
    `the store of objects failed (${said}); see that it works and that the credentials are right, ${goesOn}`,
  'store-full': (said) =>
    `the store of objects refuses to store more (${said}); make room in it or enlarge its quota, ${goesOn}`,
  'database-failing': (said) => `the PostgreSQL server failed (${said}); see that it works, ${goesOn}`,
  'database-damaged': (said) =>
    `a database file is damaged (${said}); see "npm run check-library" before anything else`,
};

/** PostgreSQL has no text with a NUL character (22P05, 22021), and refuses what a check forbids (class 23). */
const refusedText = new Set(['22P05', '22021']);

/** A failure as a problem that says what to do; errors that say so already, and any other, as they are. */
export function explainMove(error: unknown): unknown {
  if (error instanceof MoveProblem || !(error instanceof Error)) return error;
  if ('code' in error && refusedText.has(String(error.code)))
    return new MoveProblem(
      `PostgreSQL refuses a text with a NUL character (${error.message}); correct it in the panel, ${goesOn}`,
      { cause: error },
    );
  // A read of what files say was given up (read-lane.ts).
  if (error instanceof Problem && error.type === 'general_service_unavailable')
    return new MoveProblem(`the PostgreSQL server did not answer in time; see that it works, ${goesOn}`, {
      cause: error,
    });
  const fault = readFault(error);
  // The opening of a database says which setting is wrong, and why.
  if (fault === null || /^setting [A-Z_]+:/.test(error.message)) return error;
  return new MoveProblem(advice[fault](error.message), { cause: error });
}

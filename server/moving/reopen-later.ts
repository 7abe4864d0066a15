import { setTimeout as wait } from 'node:timers/promises';
import { readFault } from '#server/faults/read-fault.ts';
import type { Closing } from './close-library.ts';
import { explainMove } from './explain-move.ts';
import { MoveProblem } from './place.ts';

/** How often and for how long it is tried, in milliseconds. */
export type Reopening = { everyMs: number; forMs: number };

/** A database that is started again, or handed over to another machine, is back within this time. */
const usual: Reopening = { everyMs: 5000, forMs: 3 * 60_000 };

/**
 * Opens the library again after a failure, also if its own records cannot be reached at that moment: tried again until
 * `forMs` have passed. Throws MoveProblem, with both reasons and what to do, if it stays closed.
 */
export async function reopenLater(
  closing: Closing,
  {
    cause,
    say,
    everyMs = usual.everyMs,
    forMs = usual.forMs,
  }: { cause: unknown; say: (words: string) => void } & Partial<Reopening>,
): Promise<void> {
  const until = performance.now() + forMs;
  for (let tries = 1; ; tries += 1)
    try {
      await closing.reopen();
      return;
    } catch (error) {
      if (readFault(error) === null || performance.now() >= until) throw staysClosed(cause, error);
      if (tries === 1)
        say(
          `the library cannot be opened again yet (${messageOf(error)}); this is tried for ${Math.ceil(forMs / 1000)} s`,
        );
      await wait(everyMs);
    }
}

function staysClosed(cause: unknown, error: unknown): MoveProblem {
  return new MoveProblem(
    `${messageOf(explainMove(cause))}; and the library could not be opened again (${messageOf(error)}): it can be read, and refuses changes, until the same command or "npm run move -- --reopen" succeeds`,
    { cause },
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

import type { Logger } from 'pino';
import type { SignInWait } from '#server/engines/database/account-records.ts';
import type { Database } from '#server/engines/database/database.ts';

/** Waits stored in the database, so that a restart does not end them. */
export interface SavedWaits {
  /** Lists waits that end after `moment`; at most the 20,000 that end last. */
  list(moment: number): Promise<SignInWait[]>;
  /** Saves a wait in the background. A wait that can't be saved is logged and does not prevent signing in. */
  save(wait: SignInWait): void;
  /** Removes a wait in the background. A failure is logged. */
  remove(key: string): void;
  /** Removes waits that ended before `moment`; called every hour. */
  sweep(moment: number): Promise<void>;
  /** Resolves once everything is written. */
  close(): Promise<void>;
}

/** Maximum number of waits, of which the longest are stored; a few megabytes at most. */
const maxWaits = 20_000;

/** Saves at most `maxSaved` waits between two sweeps. */
export function createSavedWaits(parts: {
  accounts: Database['accounts'];
  log: Pick<Logger, 'warn'>;
  maxSaved: number;
}): SavedWaits {
  const { accounts, log, maxSaved } = parts;
  const writing = new Set<Promise<unknown>>();
  let saved = 0;

  function write(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'a sign-in wait could not be saved'))
      .finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    list: (moment) => accounts.listWaits(moment, maxWaits),
    save(wait) {
      saved += 1;
      if (saved <= maxSaved) write(accounts.saveWait(wait));
    },
    remove: (key) => write(accounts.removeWait(key)),
    async sweep(moment) {
      saved = 0;
      await accounts.removeWaitsBefore(moment);
    },
    close: async () => void (await Promise.all(writing)),
  };
}

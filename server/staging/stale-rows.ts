import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import { derivedAtOnce } from './derive-rows.ts';

/** Rows whose derived values are to be computed again; which they are is in the database. */
export interface StaleRows {
  /** Computes them in the background. Returns at once. */
  wake(): void;
  /** Computes so many of them now, the rest in the background. */
  settle(maxRows: number): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** After a full disk and the like. */
const retryMs = 60_000;

export function createStaleRows({
  database: { staging },
  derive,
  log,
}: {
  database: Pick<Database, 'staging'>;
  derive: (records: readonly StagedRecord[]) => Promise<void>;
  log: Logger;
}): StaleRows {
  const state = { running: null as Promise<void> | null, hasNews: false, isClosed: false };
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    try {
      while (!state.isClosed) {
        state.hasNews = false;
        const stale = await staging.listStale(derivedAtOnce);
        if (stale.length === 0) return;
        await derive(stale);
      }
    } catch (error) {
      if (state.isClosed) return;
      log.warn({ err: error }, 'guesses about staged files could not be stored; it is tried again in a minute');
      state.hasNews = false;
      timer = setTimeout(wake, retryMs).unref();
    }
  }

  function wake(): void {
    state.hasNews = true;
    if (state.isClosed) return;
    clearTimeout(timer);
    state.running ??= run().finally(() => {
      state.running = null;
      if (state.hasNews) wake();
    });
  }

  return {
    wake,

    async settle(maxRows) {
      for (let done = 0; done < maxRows; done += derivedAtOnce) {
        const stale = await staging.listStale(derivedAtOnce);
        if (stale.length === 0) return;
        await derive(stale);
      }
      wake();
    },

    async idle() {
      while (state.running) await state.running;
    },

    async close() {
      state.isClosed = true;
      clearTimeout(timer);
      await state.running;
    },
  };
}

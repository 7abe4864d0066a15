import type { Logger } from 'pino';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { derivedAtOnce } from './derive-rows.ts';

/** Computes the derived values of stale rows. The database records which rows are stale. */
export interface StaleRows {
  /** Computes stale rows in the background. Returns immediately. */
  wake(): void;
  /** Computes at most `maxRows` stale rows now, and the rest in the background. */
  settle(maxRows: number): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Delay before retrying after a failure such as a full disk. */
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
      log.warn({ err: error }, 'could not store guesses about staged files; retrying in a minute');
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

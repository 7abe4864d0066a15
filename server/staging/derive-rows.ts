import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Catalogue } from '#domain/catalogue.ts';
import { guessPlace, type KnownFacts } from '#domain/guess/guess-place.ts';
import { likenessKeys } from '#domain/guess/likeness-keys.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { resolveFields } from '#domain/guess/resolve-fields.ts';
import { takeOver } from '#domain/guess/take-over.ts';
import type { Database } from '#server/database/database.ts';
import type { DerivedValues, StagedRecord } from '#server/database/staging-records.ts';
import type { Texts } from '#server/text-store/texts.ts';

/** Computes what follows from path, first page and what was told: for rows that changed, and for those like them. */
export interface RowDerivation {
  /** Computes it for these rows if they are stale. */
  derive(records: readonly StagedRecord[]): Promise<void>;
  /** Computes it for stale rows, in the background. Returns at once. */
  wake(): void;
  /** Resolves when no row is stale, or after so many rows; the rest is computed in the background. */
  settle(maxRows: number): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Guessing takes up to a millisecond for a file; in between, requests are answered. */
const rowsAtOnce = 10;
const batchRows = 50;
/** After a full disk and the like. */
const retryMs = 60_000;

export function createRowDerivation(parts: {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'readSome'>;
  catalogue: Catalogue;
  guessing: () => Guessing;
  log: Logger;
}): RowDerivation {
  const { database, texts, catalogue, guessing, log } = parts;
  const { staging } = database;
  let running: Promise<void> | null = null;
  let hasNews = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function readFirstPages(records: readonly StagedRecord[]): Promise<Map<string, string>> {
    const read = records.filter(({ state }) => state === 'reading' || state === 'checked');
    if (read.length === 0) return new Map();
    const pages = await texts.readSome(read.map(({ sha256 }) => ({ sha256, page: 1 })));
    return new Map(read.flatMap(({ sha256 }, index) => (pages[index] ? [[sha256, pages[index].text] as const] : [])));
  }

  async function derive(records: readonly StagedRecord[]): Promise<void> {
    const stale = records.filter((record) => record.stale > 0);
    for (let start = 0; start < stale.length; start += batchRows)
      await deriveBatch(stale.slice(start, start + batchRows));
  }

  async function deriveBatch(records: readonly StagedRecord[]): Promise<void> {
    const [examples, firstPages] = await Promise.all([
      staging.examplesFor(records.map(({ id }) => id)),
      readFirstPages(records),
    ]);
    const values: DerivedValues[] = [];
    for (const [index, record] of records.entries()) {
      if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToOthers();
      const { id, path, stale, told } = record;
      const source = { path, firstPage: firstPages.get(record.sha256) ?? null };
      const own = guessPlace(source, guessing());
      const taken = takeOver({ id, path, guess: own }, examples.get(likenessKeys(path).folder) ?? []);
      const facts: KnownFacts = {};
      for (const field of ['facultyId', 'semesterId', 'subject', 'kind'] as const) {
        const value = told[field] ?? taken[field]?.value;
        if (value !== undefined) Object.assign(facts, { [field]: value });
      }
      const guess = Object.keys(facts).length === 0 ? own : guessPlace(source, guessing(), facts);
      const { doubtful, confidence } = resolveFields({ path, told, taken, guess }, catalogue);
      values.push({ id, stale, taken, guess, doubtful, confidence });
    }
    await staging.derive(values);
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed) {
        hasNews = false;
        const stale = await staging.listStale(batchRows);
        if (stale.length === 0) return;
        await derive(stale);
      }
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error }, 'guesses about staged files could not be stored; it is tried again in a minute');
      timer = setTimeout(wake, retryMs).unref();
    }
  }

  function wake(): void {
    hasNews = true;
    if (isClosed || running) return;
    clearTimeout(timer);
    running = run().finally(() => {
      running = null;
      if (hasNews && !isClosed && timer === undefined) wake();
    });
  }

  return {
    derive,
    wake,

    async settle(maxRows) {
      for (let done = 0; done < maxRows; done += batchRows) {
        const stale = await staging.listStale(batchRows);
        if (stale.length === 0) return;
        await derive(stale);
      }
      wake();
    },

    async idle() {
      while (running) await running;
    },

    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

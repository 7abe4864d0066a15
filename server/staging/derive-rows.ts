import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Catalogue } from '#domain/catalogue.ts';
import { guessPlace, type KnownFacts, type PlaceGuess } from '#domain/guess/guess-place.ts';
import { likenessKeys } from '#domain/guess/likeness-keys.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { resolveFields } from '#domain/guess/resolve-fields.ts';
import { takenFields, takeOver, type TakenOver } from '#domain/guess/take-over.ts';
import type { Database } from '#server/database/database.ts';
import type { DerivedValues, StagedRecord } from '#server/database/staging-records.ts';
import type { Texts } from '#server/text-store/texts.ts';

/** Guessing takes up to two milliseconds for a file; in between, requests are answered. */
const rowsAtOnce = 5;
/** Rows that are read and stored together. */
export const derivedAtOnce = 50;

/**
 * Makes the function that computes what follows from path, first page and what was told, for those of the rows that are
 * stale, and stores it.
 */
export function createDerive({
  database: { staging },
  texts,
  catalogue,
  guessing,
}: {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'readSome'>;
  catalogue: Catalogue;
  guessing: () => Guessing;
}): (records: readonly StagedRecord[]) => Promise<void> {
  async function readFirstPages(records: readonly StagedRecord[]): Promise<Map<string, string>> {
    const read = records.filter(({ state }) => state === 'reading' || state === 'checked');
    if (read.length === 0) return new Map();
    const pages = await texts.readSome(read.map(({ sha256 }) => ({ sha256, page: 1 })));
    return new Map(read.flatMap(({ sha256 }, index) => (pages[index] ? [[sha256, pages[index].text] as const] : [])));
  }

  async function deriveBatch(records: readonly StagedRecord[]): Promise<void> {
    const examples = await staging.examplesFor(records.map(({ id }) => id));
    const firstPages = await readFirstPages(records);
    const values: DerivedValues[] = [];
    for (const [index, { id, path, stale, told, sha256 }] of records.entries()) {
      if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToOthers();
      const guessWith = (facts: KnownFacts): PlaceGuess =>
        guessPlace({ path, firstPage: firstPages.get(sha256) ?? null }, guessing(), facts);
      const own = guessWith({});
      const taken = takeOver({ id, path, guess: own }, examples.get(likenessKeys(path).folder) ?? []);
      const facts = factsOf(told, taken);
      const guess = Object.keys(facts).length === 0 ? own : guessWith(facts);
      const { doubtful, confidence } = resolveFields({ path, told, taken, guess }, catalogue);
      values.push({ id, stale, taken, guess, doubtful, confidence });
    }
    await staging.derive(values);
  }

  return async (records) => {
    const stale = records.filter((record) => record.stale > 0);
    for (let start = 0; start < stale.length; start += derivedAtOnce)
      await deriveBatch(stale.slice(start, start + derivedAtOnce));
  };
}

/** What is told, else taken over. */
function factsOf(told: StagedRecord['told'], taken: TakenOver): KnownFacts {
  const facts: KnownFacts = {};
  for (const field of takenFields) {
    const value = told[field] ?? taken[field]?.value;
    if (value !== undefined) Object.assign(facts, { [field]: value });
  }
  return facts;
}

import { stemOf } from '#domain/search/search-text.ts';
import type { WordOfText } from '#server/engines/search-index/text-words.ts';
import { listed, type IndexTables } from './index-tables.ts';
import type { Query } from './write-transactions.ts';

/** Maximum number of cached words: enough for several books; all others are looked up again. */
const maxKnown = 200_000;

export type Vocabulary = ReturnType<typeof createVocabulary>;

/** Caches the numbers of words and stems of one set of tables. If the numbers change, create a new cache. */
export function createVocabulary(tables: IndexTables) {
  const numbers = new Map<string, number>();
  const stems = new Map<number, number>();

  function note(id: number, word: string, stem: number): void {
    numbers.set(word, id);
    stems.set(id, stem);
  }

  /** Looks up the numbers of these words, and gives numbers to words without one. The caller has the write lock. */
  async function learn(query: Query, words: readonly WordOfText[]): Promise<void> {
    if (numbers.size >= maxKnown) {
      numbers.clear();
      stems.clear();
    }
    const missing = new Map(words.filter(({ word }) => !numbers.has(word)).map((each) => [each.word, each]));
    if (missing.size === 0) return;
    const found = await query<{ id: number; word: string; stem: number }>(
      `select id, word, stem from ${tables.words} where word = ${listed.texts(1)}`,
      [JSON.stringify([...missing.keys()])],
    );
    for (const { id, word, stem } of found) {
      note(id, word, stem);
      missing.delete(word);
    }
    if (missing.size > 0) await add(query, [...missing.values()]);
  }

  async function add(query: Query, words: readonly WordOfText[]): Promise<void> {
    const rows = words.map(({ word }) => [word, stemOf(word)]);
    const given = [JSON.stringify(rows)];
    const asked = 'select value ->> 0 as word, value ->> 1 as stem from jsonb_array_elements($1::jsonb)';
    await query(
      `insert into ${tables.stems} (stem) select distinct asked.stem from (${asked}) as asked
        where not exists (select 1 from ${tables.stems} as known where known.stem = asked.stem collate "C")`,
      given,
    );
    const added = await query<{ id: number; word: string; stem: number }>(
      `insert into ${tables.words} (word, stem)
        select asked.word, known.id from (${asked}) as asked join ${tables.stems} as known on known.stem = asked.stem collate "C"
        returning id, word, stem`,
      given,
    );
    for (const { id, word, stem } of added) note(id, word, stem);
  }

  /** Looks up the stems of words by their numbers. */
  async function learnStems(query: Query, ids: Iterable<number>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !stems.has(id));
    if (missing.length === 0) return;
    const found = await query<{ id: number; stem: number }>(
      `select id, stem from ${tables.words} where id = ${listed.numbers(1)}`,
      [JSON.stringify(missing)],
    );
    for (const { id, stem } of found) stems.set(id, stem);
  }

  return {
    learn,
    learnStems,
    numberOf: ({ word }: WordOfText) => numbers.get(word) ?? 0,
    stemOf: (word: number) => stems.get(word) ?? 0,
  };
}

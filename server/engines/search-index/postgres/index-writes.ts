import { keyOf } from '#server/engines/search-index/page-keys.ts';
import type { IndexState, IndexedMaterial, IndexedPage } from '#server/engines/search-index/search-index.ts';
import { textOfMaterial } from '#server/engines/search-index/text-words.ts';
import { tablesOf, type IndexTables, type Slot } from './index-tables.ts';
import { createPageRows } from './page-rows.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { createWordCounts } from './word-counts.ts';
import type { Query } from './write-transactions.ts';

export type Work = { query: Query; tables: IndexTables; rows: ReturnType<typeof createPageRows> };

/** Functions that write an index, in the transaction of `Work`. */
export const indexWrites = {
  async begin({ query, tables, rows }: Work, { sequence, id, sha256, texts }: IndexedMaterial): Promise<void> {
    const [known] = await query<{ sha256: string }>(`select sha256 from ${tables.materials} where sequence = $1`, [
      sequence,
    ]);
    if (known && known.sha256 !== sha256) await rows.removePagesAfter(sequence, 0);
    await query(
      `insert into ${tables.materials} (sequence, id, sha256) values ($1, $2, $3)
        on conflict (sequence) do update set id = excluded.id, sha256 = excluded.sha256, updated_at = null`,
      [sequence, id, sha256],
    );
    await rows.putMaterial(sequence, textOfMaterial(texts));
  },

  async putPages({ query, tables, rows }: Work, sequence: number, pages: readonly IndexedPage[]): Promise<void> {
    const known = await query(`select 1 from ${tables.materials} where sequence = $1`, [sequence]);
    if (known.length > 0) await rows.putPages(sequence, pages);
  },

  async finish(
    { query, tables, rows }: Work,
    sequence: number,
    upTo: { textVersion: number; updatedAt: string; lastPage: number },
  ): Promise<void> {
    await rows.removePagesAfter(sequence, upTo.lastPage);
    await query(`update ${tables.materials} set text_version = $1, updated_at = $2 where sequence = $3`, [
      upTo.textVersion,
      upTo.updatedAt,
      sequence,
    ]);
  },

  async remove({ query, tables, rows }: Work, sequence: number): Promise<void> {
    await rows.removePagesAfter(sequence, 0);
    await rows.removePages('key = $1', [keyOf(sequence, 0)]);
    await query(`delete from ${tables.materials} where sequence = $1`, [sequence]);
  },
};

/**
 * Creates the functions that change an index in one transaction, with the word numbers already known. Counts are
 * written at the end of each call or, with `isBulk`, by `writeCounts` after all calls: a row that is changed repeatedly
 * in one transaction gets ever slower.
 */
export function createWork({ isBulk }: { isBulk: boolean }) {
  const counts = createWordCounts();
  let vocabulary: Vocabulary | null = null;
  let knownFor = '';

  return {
    async work({ query, slot, generation }: Place, write: (parts: Work) => Promise<void>): Promise<void> {
      const tables = tablesOf(slot);
      const key = `${slot} ${generation}`;
      if (key !== knownFor) vocabulary = null;
      knownFor = key;
      const known = vocabulary ?? createVocabulary(tables);
      // Numbers assigned in a transaction that fails are no numbers of words.
      vocabulary = null;
      if (!isBulk) counts.clear();
      await write({ query, tables, rows: createPageRows({ query, tables, vocabulary: known, counts }) });
      if (!isBulk) await counts.write(query, tables);
      vocabulary = known;
    },

    writeCounts: ({ query, slot }: Pick<Place, 'query' | 'slot'>) => counts.write(query, tablesOf(slot)),
  };
}

type Place = { query: Query; slot: Slot; generation: number };

/** The rows of `search_materials`. */
export type StateRow = {
  sequence: number;
  id: string;
  sha256: string;
  text_version: number | null;
  updated_at: string | null;
};

export const selectStates = ({ materials }: IndexTables) =>
  `select sequence, id, sha256, text_version, updated_at from ${materials} where sequence > $1 order by sequence limit $2`;

export function toIndexState({
  sequence,
  id,
  sha256,
  text_version: version,
  updated_at: updatedAt,
}: StateRow): IndexState {
  return { sequence, id, sha256, textVersion: updatedAt === null ? null : version, updatedAt };
}

/** The arguments of a function that writes. */
export type Given<Name extends keyof typeof indexWrites> =
  Parameters<(typeof indexWrites)[Name]> extends [Work, ...infer Rest] ? Rest : never;

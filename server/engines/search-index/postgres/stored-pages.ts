import { isMaterial } from '#server/engines/search-index/page-keys.ts';
import { readPageWords } from '#server/engines/search-index/page-terms.ts';
import { visitWords } from '#server/engines/search-index/word-stream.ts';
import { listed, type IndexTables } from './index-tables.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { createWordCounts } from './word-counts.ts';
import type { Query } from './write-transactions.ts';

export type PageParts = {
  query: Query;
  tables: IndexTables;
  vocabulary: Vocabulary;
  counts: ReturnType<typeof createWordCounts>;
};

/** A stored page: its words in their order (word-stream.ts), and the digest of its text. */
export type StoredPage = { key: number; digest: number; stream: Buffer };

/** Reads and removes the rows of pages. */
export function createStoredPages({ query, tables, vocabulary, counts }: PageParts) {
  /** Returns the pages that match the condition, in order of key, and looks up their stems. */
  async function readPages(condition: string, values: readonly unknown[], limit?: number): Promise<StoredPage[]> {
    const rows = await query<{ key: number; digest: number; words: Buffer }>(
      `select key, digest, words from ${tables.pages} where ${condition} order by key limit ${limit ?? 'all'}`,
      values,
    );
    const stored = rows.map(({ key, digest, words }) => ({ key, digest, stream: words }));
    const ids = new Set<number>();
    for (const { stream } of stored) visitWords(stream, (id) => ids.add(id));
    await vocabulary.learnStems(query, ids);
    return stored;
  }

  const readWords = (stream: Uint8Array) => readPageWords(stream, vocabulary.stemOf);

  async function removePages(condition: string, values: readonly unknown[]): Promise<void> {
    const removed = await readPages(condition, values);
    if (removed.length === 0) return;
    for (const { key, stream } of removed) counts.count(readWords(stream), -1, isMaterial(key));
    const keys = [JSON.stringify(removed.map(({ key }) => key))];
    await query(`delete from ${tables.pages} where key = ${listed.numbers(1)}`, keys);
    await query(`delete from ${tables.terms} where key = ${listed.numbers(1)}`, keys);
  }

  return { readPages, readWords, removePages };
}

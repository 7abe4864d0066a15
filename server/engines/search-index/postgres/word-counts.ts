import type { PageWords } from '#server/engines/search-index/page-terms.ts';
import type { IndexTables } from './index-tables.ts';
import type { Query } from './write-transactions.ts';

/** Collects changes of the page counts of words and stems, which are written at once. */
export function createWordCounts() {
  const words = new Map<number, number>();
  const stems = new Map<number, { pages: number; materials: number }>();
  const totals = { pages: 0, words: 0 };

  function clear(): void {
    words.clear();
    stems.clear();
    totals.pages = 0;
    totals.words = 0;
  }

  return {
    /** Counts each word once per page; counts words of the material itself separately. */
    count(page: PageWords, change: 1 | -1, ofMaterial: boolean): void {
      for (const word of page.words) words.set(word, (words.get(word) ?? 0) + change);
      for (const stem of page.stems.keys()) {
        const counts = stems.get(stem) ?? { pages: 0, materials: 0 };
        if (ofMaterial) counts.materials += change;
        else counts.pages += change;
        stems.set(stem, counts);
      }
      if (ofMaterial) return;
      totals.pages += change;
      totals.words += change * page.length;
    },

    async write(query: Query, tables: IndexTables): Promise<void> {
      const changedWords = [...words].filter(([, change]) => change !== 0);
      const changedStems = [...stems].filter(([, { pages, materials }]) => pages !== 0 || materials !== 0);
      if (changedWords.length > 0)
        await query(
          `update ${tables.words} as word set pages = word.pages + changed.pages
            from unnest($1::integer[], $2::integer[]) as changed (id, pages) where word.id = changed.id`,
          [changedWords.map(([id]) => id), changedWords.map(([, change]) => change)],
        );
      if (changedStems.length > 0)
        await query(
          `update ${tables.stems} as stem set pages = stem.pages + changed.pages, materials = stem.materials + changed.materials
            from unnest($1::integer[], $2::integer[], $3::integer[]) as changed (id, pages, materials) where stem.id = changed.id`,
          [
            changedStems.map(([id]) => id),
            changedStems.map(([, { pages }]) => pages),
            changedStems.map(([, { materials }]) => materials),
          ],
        );
      if (totals.pages !== 0 || totals.words !== 0)
        await query(
          `insert into ${tables.totals} as totals (id, pages, words) values (1, $1, $2)
            on conflict (id) do update set pages = totals.pages + excluded.pages, words = totals.words + excluded.words`,
          [totals.pages, totals.words],
        );
      clear();
    },

    clear,
  };
}

import type { StatementSync } from 'node:sqlite';
import {
  endOfPrefix,
  maxWordsOfPrefix,
  type StemUse,
  type WordRows,
} from '#server/engines/search-index/index-vocabulary.ts';
import { chooseFar, farWordsOf, maxFarWords, orderNear, slipsOf, type NearUse } from '#domain/search/near-words.ts';

type Prepare = (sql: string) => StatementSync;

/** Looks up words of queries in the tables of the index. */
export function openWordRows(prepare: Prepare): WordRows {
  const countsOf = (id: number, row: Record<string, unknown> | undefined): StemUse => ({
    stem: id,
    pages: Number(row?.['pages'] ?? 0),
    materials: Number(row?.['materials'] ?? 0),
  });

  return {
    totals() {
      const row = prepare('select pages, words, edition from totals').get();
      return { pages: Number(row?.['pages'] ?? 0), words: Number(row?.['words'] ?? 0) };
    },

    stemById: (id) => countsOf(id, prepare('select pages, materials from stems where id = ?').get(id)),

    stemByName(stem) {
      const row = prepare('select id, pages, materials from stems where stem = ?').get(stem);
      return row ? countsOf(Number(row['id']), row) : null;
    },

    wordByName(word) {
      const row = prepare('select id, stem from words where word = ?').get(word);
      return row ? { id: Number(row['id']), stem: Number(row['stem']) } : null;
    },

    wordsOfStem: (stem) =>
      prepare('select id from words where stem = ?')
        .all(stem)
        .map((row) => Number(row['id'])),

    wordsFrom: (prefix) =>
      prepare(
        'select id, stem, pages from words where word >= ? and word < ? and pages > 0 order by pages desc limit ?',
      )
        .all(prefix, endOfPrefix(prefix), maxWordsOfPrefix)
        .map((row) => ({ id: Number(row['id']), stem: Number(row['stem']) })),
  };
}

/** Returns the number of pages with each word; leaves out words that are on no page. */
export function countWords(prepare: Prepare, words: readonly string[]): Map<string, number> {
  const found = prepare(
    'select w.word, w.pages from json_each(?) s cross join words w on w.word = s.value where w.pages > 0',
  ).all(JSON.stringify(words));
  return new Map(found.map((row) => [String(row['word']), Number(row['pages'])]));
}

/** Returns words of the index similar to a word, the likeliest first. */
export function findNear(prepare: Prepare, word: string): NearUse[] {
  const slips = slipsOf(word);
  if (slips.length === 0) return [];
  const likeness = new Map(slips.map((slip) => [slip.word, slip.likeness]));
  const found = countWords(prepare, [...likeness.keys()]);
  const near = [...found].map(([text, pages]) => ({ word: text, pages, likeness: likeness.get(text) ?? 0 }));
  return orderNear(near.length > 0 ? near : findFar(prepare, word));
}

/** Returns long words that differ by two slips, and begin or end alike. */
function findFar(prepare: Prepare, word: string): NearUse[] {
  const far = farWordsOf(word);
  if (!far) return [];
  const found = prepare(
    `select word, pages from words where word >= ? and word < ? and pages > 0 and length(word) between ? and ?
        and (substr(word, 1, 3) = ? or substr(word, -3) = ?) order by pages desc limit ?`,
  ).all(far.initial, endOfPrefix(far.initial), far.least, far.most, far.beginning, far.ending, maxFarWords);
  return chooseFar(
    word,
    found.map((row) => ({ word: String(row['word']), pages: Number(row['pages']) })),
  );
}

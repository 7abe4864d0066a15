import type { StatementSync } from 'node:sqlite';
import type { QueryWord } from '#domain/search-query.ts';
import { distanceOf, slipsOf, type NearWord } from './near-words.ts';

/** A stem that a word of the query may stand for, and on how many pages and in how many titles and the like it is. */
export type StemUse = { stem: number; pages: number; materials: number };

/** The stems and the words, with their weights, that a word of a query stands for. */
export type WordUse = { stems: StemUse[]; words: ReadonlyMap<number, number> };

export type IndexVocabulary = ReturnType<typeof openIndexVocabulary>;

/** A beginning stands for at most so many stems, the most frequent ones. */
const maxStemsOfPrefix = 64;
/** And for this many words when pages are ranked. */
const maxWordsOfPrefix = 2000;
/** How many near words are tried for each word. */
export const maxNearWords = 12;

const weights = { exact: 1, stem: 0.9, prefix: 0.75 };

/** Looks up words of queries in the tables of the index. */
export function openIndexVocabulary(prepare: (sql: string) => StatementSync) {
  const stemById = (id: number): StemUse => {
    const row = prepare('select pages, materials from stems where id = ?').get(id);
    return { stem: id, pages: Number(row?.['pages'] ?? 0), materials: Number(row?.['materials'] ?? 0) };
  };

  function stemByName(stem: string): StemUse | null {
    const row = prepare('select id, pages, materials from stems where stem = ?').get(stem);
    return row ? { stem: Number(row['id']), pages: Number(row['pages']), materials: Number(row['materials']) } : null;
  }

  const totals = () => {
    const row = prepare('select pages, words, edition from totals').get();
    return { pages: Number(row?.['pages'] ?? 0), words: Number(row?.['words'] ?? 0) };
  };

  /** The words that a word of the query stands for, and their stems. */
  function resolveWord(word: QueryWord, isExact: boolean, isPrefix: boolean): WordUse {
    const stems = new Map<number, StemUse>();
    const words = new Map<number, number>();
    const own = stemByName(word.stem);
    const exact = prepare('select id, stem from words where word = ?').get(word.exact);
    if (exact) {
      words.set(Number(exact['id']), weights.exact);
      const stem = stemById(Number(exact['stem']));
      stems.set(stem.stem, stem);
    }
    if (isExact) return { stems: [...stems.values()], words };
    if (own) {
      stems.set(own.stem, own);
      for (const row of prepare('select id from words where stem = ?').all(own.stem)) {
        const id = Number(row['id']);
        if (!words.has(id)) words.set(id, weights.stem);
      }
    }
    if (isPrefix) addPrefix(word.exact, stems, words);
    return { stems: [...stems.values()], words };
  }

  function addPrefix(prefix: string, stems: Map<number, StemUse>, words: Map<number, number>): void {
    const found = prepare(
      'select id, stem, pages from words where word >= ? and word < ? and pages > 0 order by pages desc limit ?',
    ).all(prefix, `${prefix}\u{10ffff}`, maxWordsOfPrefix);
    for (const row of found) {
      const stem = Number(row['stem']);
      if (!stems.has(stem)) {
        if (stems.size >= maxStemsOfPrefix) continue;
        stems.set(stem, stemById(stem));
      }
      const id = Number(row['id']);
      if (!words.has(id)) words.set(id, weights.prefix);
    }
  }

  /** Words of the index that may be meant by a word, the likeliest first. */
  function findNear(word: QueryWord): (NearWord & { pages: number })[] {
    const slips = slipsOf(word.exact);
    if (slips.length === 0) return [];
    const likeness = new Map(slips.map((slip) => [slip.word, slip.likeness]));
    const found = prepare(
      'select w.word, w.pages from json_each(?) s cross join words w on w.word = s.value where w.pages > 0',
    ).all(JSON.stringify([...likeness.keys()]));
    const near = found.map((row) => {
      const text = String(row['word']);
      return { word: text, pages: Number(row['pages']), likeness: likeness.get(text) ?? 0 };
    });
    if (near.length === 0 && word.exact.length >= minFarLength) near.push(...findFar(prepare, word.exact));
    const value = (each: { pages: number; likeness: number }) => each.likeness ** 3 * Math.log(2 + each.pages);
    return near.sort((one, other) => value(other) - value(one)).slice(0, maxNearWords);
  }

  return { totals, resolveWord, findNear };
}

const minFarLength = 7;
const maxFarWords = 4000;

/** Long words with two slips, if they begin alike. */
function findFar(prepare: (sql: string) => StatementSync, word: string) {
  const beginning = word.slice(0, 3);
  const found = prepare(
    `select word, pages from words where word >= ? and word < ? and pages > 0
        and length(word) between ? and ? order by pages desc limit ?`,
  ).all(beginning, `${beginning}\u{10ffff}`, word.length - 2, word.length + 2, maxFarWords);
  return found
    .map((row) => ({ word: String(row['word']), pages: Number(row['pages']), likeness: 0.5 }))
    .filter((each) => distanceOf(word, each.word, 2) <= 2);
}

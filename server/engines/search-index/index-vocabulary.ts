import type { QueryWord } from '#domain/search/search-query.ts';

/**
 * A stem that a word of the query may match, with its number of pages, and of materials with it in title, subject or
 * similar.
 */
export type StemUse = { stem: number; pages: number; materials: number };

/** The stems and words that a word of a query matches, with their weights. */
export type WordUse = { stems: StemUse[]; words: ReadonlyMap<number, number> };

/** The rows of words and stems that a query needs. */
export interface WordRows {
  totals(): { pages: number; words: number };
  stemById(id: number): StemUse;
  stemByName(stem: string): StemUse | null;
  wordByName(word: string): { id: number; stem: number } | null;
  wordsOfStem(stem: number): readonly number[];
  /** Returns at most `maxWordsOfPrefix` words on some page with this prefix, the most frequent first. */
  wordsFrom(prefix: string): readonly { id: number; stem: number }[];
}

export type IndexVocabulary = ReturnType<typeof createIndexVocabulary>;

/** Maximum number of stems of a prefix, the most frequent ones. */
const maxStemsOfPrefix = 64;
/** Maximum number of words of a prefix when pages are ranked. */
export const maxWordsOfPrefix = 2000;

/** Returns a text after every word that begins with a prefix. */
export const endOfPrefix = (prefix: string) => `${prefix}\u{10ffff}`;

const weights = { exact: 1, stem: 0.9, prefix: 0.75 };

/** Looks up words of queries. */
export function createIndexVocabulary(rows: WordRows) {
  /** Returns the words that a word of the query matches, and their stems. */
  function resolveWord(word: QueryWord, isExact: boolean, isPrefix: boolean): WordUse {
    const stems = new Map<number, StemUse>();
    const words = new Map<number, number>();
    const own = rows.stemByName(word.stem);
    const exact = rows.wordByName(word.exact);
    if (exact) {
      words.set(exact.id, weights.exact);
      const stem = rows.stemById(exact.stem);
      stems.set(stem.stem, stem);
    }
    if (isExact) return { stems: [...stems.values()], words };
    if (own) {
      stems.set(own.stem, own);
      for (const id of rows.wordsOfStem(own.stem)) if (!words.has(id)) words.set(id, weights.stem);
    }
    if (isPrefix) addPrefix(word.exact, stems, words);
    return { stems: [...stems.values()], words };
  }

  function addPrefix(prefix: string, stems: Map<number, StemUse>, words: Map<number, number>): void {
    for (const { id, stem } of rows.wordsFrom(prefix)) {
      if (!stems.has(stem)) {
        if (stems.size >= maxStemsOfPrefix) continue;
        stems.set(stem, rows.stemById(stem));
      }
      if (!words.has(id)) words.set(id, weights.prefix);
    }
  }

  return { totals: rows.totals, resolveWord };
}

import { matchText, type MatchOptions } from '#app/features/viewer/find/match-text.ts';
import { findAnyWord } from './find-any-word.ts';
import { findInBothOrders, type OrderedText } from './reading-order.ts';

/**
 * The options of a search. With `anyWord` the words of the query are found separately and in any order, and compared as
 * in the search of the library; the other options then have no effect.
 */
export type FindOptions = MatchOptions & { anyWord: boolean };

/** Start and end of each hit in a page's text: start, end, start, end … */
export type HitSpans = Uint32Array;

/** Returns start and end of a hit, by its index from 0; both 0 if there is no such hit. */
export function spanOf(hits: HitSpans, index: number): { start: number; end: number } {
  return { start: hits[index * 2] ?? 0, end: hits[index * 2 + 1] ?? 0 };
}

/**
 * Finds every occurrence of `query` in a page's text, in order and without overlaps, as spans of the original text. Case matters
 * with `matchCase`; accents, ligatures, ends of lines and the number of spaces never do.
 */
export function findMatches(page: OrderedText, query: string, options: FindOptions): HitSpans {
  if (options.anyWord) return findAnyWord(page, query);
  const found = findInBothOrders(page, (text) => matchText(text, query, options));
  return Uint32Array.from(found.flatMap(({ start, end }) => [start, end]));
}

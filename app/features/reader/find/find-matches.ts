import { findAnyWord } from './find-any-word.ts';
import { foldQuery, foldText, type LinedText } from './folded-text.ts';
import { findInBothOrders, type OrderedText } from './reading-order.ts';

/**
 * The options of a search. With `anyWord` the words of the query are found in any order and each on its own, compared
 * as the search of the library does; the other options have no effect then.
 */
export type FindOptions = { matchCase: boolean; wholeWords: boolean; anyWord: boolean };

/** Where hits start and end in a page's text, one after the other: start, end, start, end … */
export type HitSpans = Uint32Array;

/** Where a hit starts and ends, by its index from 0; both 0 if there is no such hit. */
export function spanOf(hits: HitSpans, index: number): { start: number; end: number } {
  return { start: hits[index * 2] ?? 0, end: hits[index * 2 + 1] ?? 0 };
}

const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/** Whether the query has anything to search for. */
export function isSearchable(query: string): boolean {
  return foldQuery(query) !== '';
}

/**
 * Every occurrence of `query` in a page's text, in order and without overlaps, as spans of the original text. Case
 * matters with `matchCase`; accents, ligatures, ends of lines and the number of spaces never do.
 */
export function findMatches(page: OrderedText, query: string, options: FindOptions): HitSpans {
  if (options.anyWord) return findAnyWord(page, query);
  const folded = foldQuery(query, options.matchCase);
  if (folded === '') return new Uint32Array();
  const found = findInBothOrders(page, (text) => findFolded(text, folded, options));
  return Uint32Array.from(found.flatMap(({ start, end }) => [start, end]));
}

function findFolded(page: LinedText, folded: string, options: FindOptions): { start: number; end: number }[] {
  // If the query has a hyphen, hyphens at the end of lines matter too.
  const { text, starts, ends } = foldText(page, { matchCase: options.matchCase, keepHyphens: folded.includes('-') });
  const found: { start: number; end: number }[] = [];
  for (let at = text.indexOf(folded); at !== -1;) {
    const end = at + folded.length;
    const isHit = !options.wholeWords || isWhole(text, at, end);
    if (isHit) found.push({ start: starts[at] ?? 0, end: ends[end - 1] ?? 0 });
    at = text.indexOf(folded, isHit ? end : at + 1);
  }
  return found;
}

function isWhole(text: string, start: number, end: number): boolean {
  const isWithin = (at: number) => partOfWord.test(before(text, at)) && partOfWord.test(after(text, at));
  return !isWithin(start) && !isWithin(end);
}

/** The whole character that ends, or starts, at that position; '' at the edge of the text. */
const before = (text: string, at: number) => Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
const after = (text: string, at: number) => Array.from(text.slice(at, at + 2))[0] ?? '';

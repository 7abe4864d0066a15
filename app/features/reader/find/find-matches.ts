import { foldQuery, foldText, type LinedText } from './folded-text.ts';

/** How a text is looked for. */
export type FindOptions = { matchCase: boolean; wholeWords: boolean };

/** Where hits begin and end in a page's text, one after the other: start, end, start, end … */
export type HitSpans = Uint32Array;

/** Where a hit begins and ends, by its index from 0; both 0 for a hit that is not there. */
export function spanOf(hits: HitSpans, index: number): { start: number; end: number } {
  return { start: hits[index * 2] ?? 0, end: hits[index * 2 + 1] ?? 0 };
}

const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/** Whether there is anything in it to look for. */
export function isSearchable(query: string): boolean {
  return foldQuery(query) !== '';
}

/**
 * Every place of `query` in a page's text, in order and none over another, as spans of the original text. Capitals count
 * when `matchCase` says so; accents, ligatures, ends of lines and the number of spaces never do.
 */
export function findMatches(page: LinedText, query: string, options: FindOptions): HitSpans {
  const wanted = foldQuery(query, options.matchCase);
  if (wanted === '') return new Uint32Array();
  // Who types a hyphen looks for it, at the end of a line too.
  const { text, starts, ends } = foldText(page, { matchCase: options.matchCase, keepHyphens: wanted.includes('-') });
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1;) {
    const end = at + wanted.length;
    const isHit = !options.wholeWords || isWhole(text, at, end);
    if (isHit) found.push(starts[at] ?? 0, ends[end - 1] ?? 0);
    at = text.indexOf(wanted, isHit ? end : at + 1);
  }
  return Uint32Array.from(found);
}

function isWhole(text: string, start: number, end: number): boolean {
  const isWithin = (at: number) => partOfWord.test(before(text, at)) && partOfWord.test(after(text, at));
  return !isWithin(start) && !isWithin(end);
}

/** The whole sign that ends, or begins, at that place; '' at the edge of the text. */
const before = (text: string, at: number) => Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
const after = (text: string, at: number) => Array.from(text.slice(at, at + 2))[0] ?? '';

import { maxWordLength } from '#domain/search/search-fold.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import { division, foldText, spaceless, type LinedText } from './folded-text.ts';

/** Capitals matter with `matchCase`; with `wholeWords` a hit does not begin or end within a word. */
export type MatchOptions = { matchCase: boolean; wholeWords: boolean };

/** True if the query has anything to search for. */
export function isSearchable(query: string): boolean {
  return foldQuery(query) !== '';
}

/** Returns the query, normalised like a text, without spaces at its ends. */
export function foldQuery(query: string, matchCase = false): string {
  // A sign that folding removes, such as a soft hyphen, may hide a space at an end.
  return foldText({ text: query.slice(0, maxQueryLength), lineEnds: [] }, matchCase).text.trim();
}

/**
 * Finds every occurrence of `query` in a text, in order and without overlaps, as spans of the original text. Letters
 * are compared as in the search of the library; a word divided at the end of a line is found whether the query has its
 * hyphen, no hyphen, or (as when copied) a hyphen and a space.
 */
export function matchText(page: LinedText, query: string, options: MatchOptions): { start: number; end: number }[] {
  const pattern = toPattern(foldQuery(query, options.matchCase));
  if (!pattern) return [];
  const { text, starts, ends } = foldText(page, options.matchCase);
  const found: { start: number; end: number }[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!options.wholeWords || isWhole(text, start, end))
      found.push({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 });
    else pattern.lastIndex = start + (isHighSurrogate(text.charCodeAt(start)) ? 2 : 1);
  }
  return found;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

const partOfWord = /[\p{L}\p{N}\p{M}_]/u;
const letter = /[\p{L}\p{M}]/u;
/** Signs that the search of the library ignores within a word, such as the apostrophe. */
const wordSigns = "'^";
const withinWord = `[${division}'^]?`;
const hyphen = `[-${division}]`;

const syntax = /[$()*+./?[\\\]^{|}]/;

/** Returns the pattern that finds a folded query in folded text; null for an empty query. */
function toPattern(query: string): RegExp | null {
  const signs = Array.from(query);
  if (signs.length === 0) return null;
  let source = '';
  /** The last character that is not a sign within a word. */
  let before = '';
  for (let index = 0; index < signs.length; index += 1) {
    const sign = signs[index] ?? '';
    const [after = '', next = ''] = signs.slice(index + 1, index + 3);
    if (wordSigns.includes(sign) && partOfWord.test(before) && partOfWord.test(after)) continue;
    if (sign === '-' && letter.test(before) && after === ' ' && letter.test(next)) {
      // Copied over the end of a line, where the word may also be in one piece.
      source += `(?:${hyphen} ?)?`;
      index += 1;
    } else if (sign === '-') {
      source += after === '' ? hyphen : `${hyphen} ?`;
      if (after === ' ') index += 1;
    } else if (sign === ' ') source += spaceless.test(before) && spaceless.test(after) ? ' ?' : ' ';
    else source += (partOfWord.test(before) && partOfWord.test(sign) ? withinWord : '') + sign.replace(syntax, '\\$&');
    before = sign;
  }
  return new RegExp(source, 'gu');
}

function isWhole(text: string, start: number, end: number): boolean {
  return !isWithin(text, start) && !isWithin(text, end);
}

function isWithin(text: string, at: number): boolean {
  // A hyphen at the end of a line may also belong to a compound, if the page has no other example of the word.
  for (const divided of [at - 1, at]) if (text[divided] === division) return isDivided(text, divided);
  return partOfWord.test(signBefore(text, at)) && partOfWord.test(signAfter(text, at));
}

/** True if the word at the division also occurs undivided on the page. */
function isDivided(text: string, at: number): boolean {
  const [head = ''] = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, at - maxWordLength), at)) ?? [];
  const [tail = ''] = /^[\p{L}\p{M}]*/u.exec(text.slice(at + 1, at + 1 + maxWordLength)) ?? [];
  return text.includes(head + tail);
}

/**
 * Returns the whole character that ends at that position; '' at the edge of the text. `signAfter` returns the one that
 * starts there.
 */
const signBefore = (text: string, at: number) => Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
const signAfter = (text: string, at: number) => Array.from(text.slice(at, at + 2))[0] ?? '';

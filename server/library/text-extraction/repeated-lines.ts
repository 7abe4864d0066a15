import { toAsciiDigit } from '#domain/search/search-fold.ts';

/** With fewer pages, repetition cannot be determined. */
const fewestPages = 3;
/** Minimum fraction of the pages with text on which a repeated line is. */
const leastShare = 0.6;
/** Number of outermost lines among which page numbers are found. */
const outerLines = 3;
const sampleSize = 24;

/** Returns a line in the form for comparison: without case, accents, compatibility forms, and differences in spaces. */
export function foldLine(line: string): string {
  return line.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Returns the folded line with all numbers replaced by one sign, so that "Page 3 of 12" is the same on every page. */
function foldNumbers(folded: string): string {
  return folded.replace(/\p{Nd}+/gu, '#');
}

/** The text of a page, which counts from 1. */
export type NumberedText = { page: number; text: string };

/**
 * Returns the lines that are on most pages of a document: watermarks, headers, footers, page numbers. `pages` are all
 * pages, or a sample as of `samplePages`. Returns the lines folded; in a header or footer with the page number, `#`
 * replaces the numbers. Lines with other numbers, such as `Experiment No. 7`, are headings. Empty if fewer than three
 * pages have text.
 */
export function findRepeatedLines(pages: readonly NumberedText[]): Set<string> {
  const written = pages.filter(({ text }) => text.trim() !== '');
  if (written.length < fewestPages) return new Set();
  const places = new Map<string, LinePlace[]>();
  for (const { page, text } of written) {
    const onPage = new Map(keysOf(text).flatMap((keys) => keys.map((key) => [key, keys[0] ?? ''] as const)));
    for (const [key, line] of onPage) places.set(key, [...(places.get(key) ?? []), { page, line }]);
  }
  const enough = Math.max(fewestPages, Math.ceil(written.length * leastShare));
  const isRepeated = ([key, found]: [string, LinePlace[]]) =>
    found.length >= enough && (isAsWritten(key, found) || hasPageNumber(key, found, enough));
  return new Set([...places].filter(isRepeated).map(([key]) => key));
}

/**
 * Returns the text without the lines of `findRepeatedLines`. For an index: remove them from all pages except the first
 * one that has them; otherwise no search finds the document by its header.
 */
export function withoutRepeatedLines(text: string, repeated: ReadonlySet<string>): string {
  if (repeated.size === 0) return text;
  const keys = keysOf(text);
  return text
    .split('\n')
    .filter((_, index) => !keys[index]?.some((key) => repeated.has(key)))
    .join('\n');
}

/** Returns for each line its possible keys; none for an empty one. */
function keysOf(text: string): string[][] {
  const lines = text.split('\n').map(foldLine);
  const filled = lines.flatMap((line, index) => (line === '' ? [] : [index]));
  const outer = new Set([...filled.slice(0, outerLines), ...filled.slice(-outerLines)]);
  return lines.map((line, index) => {
    if (line === '') return [];
    const numbered = outer.has(index) ? foldNumbers(line) : line;
    return numbered === line ? [line] : [line, numbered];
  });
}

/** A folded line, on a page. */
type LinePlace = { page: number; line: string };

const isAsWritten = (key: string, found: readonly LinePlace[]) => found.every(({ line }) => line === key);

/** Minimum length of a run of numbers that counts pages. Headings numbered from page to page are on fewer pages. */
const longRun = 40;
/**
 * Maximum difference between a printed page number and the position of the page: front matter, or the part of a volume.
 */
const maxOffset = 500;

/** True if one of the numbers in a line counts the pages, on enough of them. In `key`, `#` replaces the numbers. */
function hasPageNumber(key: string, found: readonly LinePlace[], enough: number): boolean {
  const between = key.split('#');
  return between.slice(1).some((_, place) => {
    const steps = Map.groupBy(found, ({ page, line }) => numberAt(line, place) - page);
    const [offset, inStep] = [...steps].reduce((most, each) => (each[1].length > most[1].length ? each : most));
    if (inStep.length < enough || Math.abs(offset) > maxOffset) return false;
    const [before, after] = [between.slice(0, place + 1).join('#'), between.slice(place + 1).join('#')];
    if (saysPage(before, after) || isSetApart(before, after)) return true;
    const pages = inStep.map(({ page }) => page);
    const isLong = Math.max(...pages) - Math.min(...pages) >= longRun;
    return isLong && (before.trim() === '' || after.trim() === '');
  });
}

function numberAt(line: string, place: number): number {
  const digits = line.match(/\p{Nd}+/gu)?.[place] ?? '';
  return Number(digits.replace(/[^0-9]/gu, toAsciiDigit));
}

/** Words that may be around the number of a page. */
const pageWord = String.raw`(?:p|pg|pp|page|slide|seite|sida|página|pagina|पृष्ठ|पेज|पाना)`;
const ofPage = new RegExp(`^(?:${pageWord}|of|von|de|av)$`, 'u');
const afterPageWord = new RegExp(String.raw`(?<![\p{L}\p{M}])${pageWord}[\s.:]*(?:no[\s.:]*)?[-–—(\[]?\s*$`, 'u');

/** True if the words around a number identify it as the page number, or if there are only signs around it. */
function saysPage(before: string, after: string): boolean {
  const words = `${before} ${after}`.replace('p a g e', 'page').match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.every((word) => ofPage.test(word)) || afterPageWord.test(before);
}

/** True if a sign separates the number from the rest of the line, or if it is the first of two: `3 / 45`. */
function isSetApart(before: string, after: string): boolean {
  if (after.trim() === '') return /[|•·]\s*$/u.test(before);
  return /^\s*\/\s*#\s*$/u.test(after) || (before.trim() === '' && /^\s*[|•·]/u.test(after));
}

/**
 * Returns the pages that are compared to find repeated lines: all pages of a short document, and an even selection of a
 * long one.
 */
export function samplePages(pageCount: number): number[] {
  if (pageCount <= sampleSize) return Array.from({ length: pageCount }, (_, index) => index + 1);
  return Array.from({ length: sampleSize }, (_, index) => 1 + Math.floor((index * (pageCount - 1)) / (sampleSize - 1)));
}

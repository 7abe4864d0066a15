import { latinDigits } from '#domain/text/latin-digits.ts';
import * as words from '#messages/reader/print.ts';

/** Maximum number of pages of a document that is printed without a choice of pages. */
export const maxPagesWithoutChoice = 20;

/** Maximum number of pages printed at once: each is a picture in the memory of a phone. */
export const maxPagesAtOnce = 100;

/**
 * Returns the pages from `from` to `to` as typed in Latin or Devanagari digits, or a message about the mistake.
 * `from` and `to` may be in either order; both must be pages of the document.
 */
export function choosePages(from: string, to: string, pageCount: number): { pages: number[] } | { fault: string } {
  const ends = [from, to].map(latinDigits).map((typed) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0));
  const first = Math.min(...ends);
  const last = Math.max(...ends);
  if (first < 1 || last > pageCount) return { fault: words.wrongRange(pageCount) };
  return pagesBetween(first, last);
}

/** Returns all pages of a document, or the reason why not all can be printed at once. */
export function chooseAll(pageCount: number): { pages: number[] } | { fault: string } {
  return pagesBetween(1, pageCount);
}

function pagesBetween(first: number, last: number): { pages: number[] } | { fault: string } {
  const count = last - first + 1;
  if (count > maxPagesAtOnce) {
    return { fault: words.tooMany(count, maxPagesAtOnce) };
  }
  return { pages: Array.from({ length: count }, (_, index) => first + index) };
}

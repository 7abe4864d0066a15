import { latinDigits } from '#domain/text/latin-digits.ts';
import * as words from '#messages/reader/pages.ts';

/**
 * Parses a typed page number or label, in Latin or Devanagari digits, and returns the page, from 1: the page with that
 * label if the document has labels, else the whole number if the document has that page. Returns null for anything else.
 */
export function readPageNumber(
  typed: string,
  pageCount: number,
  labels: readonly string[] | null = null,
): number | null {
  const plain = (text: string) => latinDigits(text.toLowerCase());
  const text = plain(typed.trim());
  const position = labels?.findIndex((label) => plain(label) === text) ?? -1;
  if (position >= 0 && text !== '') return position + 1;
  if (!/^\d+$/.test(text)) return null;
  const number = Number(text);
  return number >= 1 && number <= pageCount ? number : null;
}

/** Returns the message for a page that the document does not have. */
export function describeMissingPage(typed: string, pageCount: number, labels: readonly string[] | null): string {
  const [first = '', last = ''] = [labels?.find((label) => label !== ''), labels?.findLast((label) => label !== '')];
  return words.missingPage(typed.trim(), pageCount, labels && [first, last]);
}

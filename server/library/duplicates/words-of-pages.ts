/** The words of a document in order, folded, and the page of each (counted from 0). */
export type DocumentWords = { words: string[]; pages: Uint16Array };

/**
 * Maximum number of words that are compared: a book of 150 pages. More would hardly improve the result, because both
 * documents are compared from their beginnings.
 */
export const maxWords = 60_000;

/**
 * Returns the words of a document for comparison: without case, accents, compatibility forms and signs. At most
 * `maxWords`.
 */
export function wordsOfPages(texts: readonly string[]): DocumentWords {
  const words: string[] = [];
  const pages: number[] = [];
  for (const [page, text] of texts.entries()) {
    for (const word of text.normalize('NFKC').toLowerCase().match(anyWord) ?? []) {
      if (words.length === maxWords) return { words, pages: Uint16Array.from(pages) };
      words.push(word);
      pages.push(Math.min(page, 65_535));
    }
  }
  return { words, pages: Uint16Array.from(pages) };
}

const anyWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

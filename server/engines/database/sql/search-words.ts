/** The form of text for comparison and search: the same for stored text and queries, on every engine. */

/**
 * Folds case in every script, for `contains`. Converts to upper case first, because some letters are equal only in
 * upper case (ß and SS, ς and σ).
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** A word, a word prefix, or (several words) a phrase. */
export type SearchTerm = { words: string[]; isPrefix: boolean };

/**
 * Signs that belong to a word after a single letter (C++, C#), replaced by private-use characters, because these are
 * indexed.
 */
const wordSigns: Record<string, string> = { '+': '\u{E02B}', '#': '\u{E023}' };

const devanagariZero = 0x966;

/**
 * Returns the form of a text for the search index. Devanagari digits become ASCII ones, so that 2080 and २०८० match
 * each other (migration 0004 did the same for previously indexed texts).
 */
export function indexedWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero))
    .replace(
      /(?<![\p{L}\p{M}\p{N}])(\p{L})(\+\+|#)/gu,
      (_, letter: string, signs: string) => letter + [...signs].map((sign) => wordSigns[sign]).join(''),
    );
}

/**
 * Parses the text of a `search` into terms: words, of which the last one is a prefix, and phrases in double quotes.
 * Drops operator characters. Empty if no term is left.
 */
export function parseSearch(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  // Every second piece was in quotes; a quote that is never closed is ignored.
  const pieces = indexedWords(text).split('"');
  for (const [index, piece] of pieces.entries()) {
    const words = piece.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
    const isPhrase = index % 2 === 1 && index < pieces.length - 1;
    if (isPhrase && words.length > 0) terms.push({ words, isPrefix: false });
    if (isPhrase) continue;
    const isLastPiece = index === pieces.length - 1;
    for (const [position, word] of words.entries()) {
      terms.push({ words: [word], isPrefix: isLastPiece && position === words.length - 1 });
    }
  }
  return terms;
}

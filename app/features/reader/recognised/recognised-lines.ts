import type { PageTextAnswer } from '#contract/schemas/answer-types.ts';
import type { PageText } from '#app/features/reader/pdf/page-text.ts';
/** A line of recognised text, and a word of it, with its position on the page. */
export type RecognisedLine = NonNullable<PageTextAnswer['lines']>[number];
export type RecognisedWord = RecognisedLine['words'][number];

/**
 * Maximum number of words shown, more than the densest printed page has. Each word is an element, and a phone needs a
 * noticeable time for some thousands of them, so the rest of a longer page is left out.
 */
const maxWords = 8000;

/** Returns the lines to show: without empty words and lines, and with at most `maxWords` words. */
export function usableLines(lines: readonly RecognisedLine[]): RecognisedLine[] {
  let left = maxWords;
  const usable: RecognisedLine[] = [];
  for (const { words } of lines) {
    const kept = words.filter(({ text }) => text.trim() !== '').slice(0, left);
    left -= kept.length;
    if (kept.length > 0) usable.push({ words: kept });
  }
  return usable;
}

/**
 * Returns the text of recognised lines as in the text layer: words are joined by spaces, lines are joined without
 * separators.
 */
export function textOfLines(lines: readonly RecognisedLine[]): PageText {
  const lineEnds: number[] = [];
  const pieceStarts: number[] = [];
  const piecePoints: number[] = [];
  let text = '';
  for (const { words } of lines) {
    for (const [index, word] of words.entries()) {
      pieceStarts.push(text.length);
      piecePoints.push(word.box[0], word.box[1]);
      text += inLine(word.text, index, words.length);
    }
    lineEnds.push(text.length);
  }
  return {
    text,
    lineEnds: Uint32Array.from(lineEnds),
    // Recognition gives the lines in reading order.
    lineOrder: null,
    pieceStarts: Uint32Array.from(pieceStarts),
    piecePoints: Float32Array.from(piecePoints),
  };
}

/** Returns a word as written in its line: followed by a space unless it is the last one. */
export function inLine(word: string, index: number, count: number): string {
  return index < count - 1 ? `${word} ` : word;
}

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu;
const letters = /[\p{L}\p{M}]/gu;

/** Returns the direction of a line: that of most of its letters. */
export function directionOf(line: RecognisedLine): 'ltr' | 'rtl' {
  return isMostly(line, rightToLeft) ? 'rtl' : 'ltr';
}

/**
 * Returns the language of a line, as a BCP 47 tag, if its script is enough for a screen reader to choose a voice:
 * Devanagari counts as Nepali, because the library recognises Nepali. Null for other scripts.
 */
export function languageOf(line: RecognisedLine): string | null {
  if (isMostly(line, /\p{sc=Devanagari}/gu)) return 'ne';
  if (isMostly(line, /\p{sc=Arabic}/gu)) return 'ar';
  return null;
}

function isMostly({ words }: RecognisedLine, script: RegExp): boolean {
  const text = words.map((word) => word.text).join(' ');
  return (text.match(script)?.length ?? 0) * 2 > (text.match(letters)?.length ?? 0);
}

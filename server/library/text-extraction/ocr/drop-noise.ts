import type { FoundWord } from './read-tsv.ts';

/** Below this, words are more often wrong than right. */
const minConfidence = 25;
/** Minimum confidence of a word without a letter or a digit; below it, the word is a rule or a speck. */
const minSignConfidence = 60;
/** Minimum confidence of a line with only one or two letters per word, because texture is often read as such. */
const minShortLineConfidence = 70;
/** A frame or the fold of a sheet, read as signs. */
const ruledLine = /^[|_~—–\-=.:;,'"`^°¦\\/[\]{}<>!«»‘’“”•*+]+$/u;

/**
 * Removes noise: words that were hardly recognised, frames, ruled lines and specks. No search would find them, and they
 * would fill the index.
 */
export function dropNoise(lines: readonly (readonly FoundWord[])[]): FoundWord[][] {
  return lines.map((line) => line.filter(isText)).filter((line) => line.length > 0 && !isTexture(line));
}

function isText({ text, confidence, box }: FoundWord): boolean {
  if (confidence < minConfidence) return false;
  if (/[\p{L}\p{N}]/u.test(text)) return true;
  if (confidence < minSignConfidence) return false;
  // A rule along the page or down it, whatever its confidence.
  const isDrawn = box.height > box.width * 6 || box.width > box.height * 20;
  return !(ruledLine.test(text) && isDrawn);
}

function isTexture(line: readonly FoundWord[]): boolean {
  if (line.some(({ text }) => lettersOf(text) > 2)) return false;
  return meanConfidence(line) < minShortLineConfidence || line.every(({ text }) => lettersOf(text) === 0);
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
}

/** Returns the mean of the words, weighted by their length; 0 without words. */
export function meanConfidence(words: readonly FoundWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}

import { createHash } from 'node:crypto';
import { splitWords } from '#domain/search/search-text.ts';
import type { IndexedMaterial } from './search-index.ts';

/** A word of a text; `isAlso` is true for another form of the previous word, at the same position. */
export type WordOfText = { word: string; isAlso: boolean };

/** Returns the words of a text in their order. */
export function textWords(text: string): WordOfText[] {
  const words: WordOfText[] = [];
  for (const { exact, also = [], compound } of splitWords(text)) {
    words.push({ word: exact, isAlso: false });
    for (const other of compound ? [...also, compound.exact] : also) words.push({ word: other, isAlso: true });
  }
  return words;
}

/** Returns a digest of 48 bits, which fits exactly into a number. */
export function digestOf(text: string): number {
  return createHash('sha1').update(text).digest().readUIntBE(0, 6);
}

/** Returns the indexed text of a material itself. For ranking, each text is repeated as often as its weight says. */
export function textOfMaterial(texts: IndexedMaterial['texts']): string {
  return texts.map(({ text, weight }) => `${text}\n`.repeat(weight)).join('\n');
}

import { createHash } from 'node:crypto';
import { splitWords } from '#domain/search/search-text.ts';
import type { IndexedMaterial } from './search-index.ts';

/** A word of a text; `isAlso` for another form of the word before, at its position. */
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

/** Returns 48 bits, which a number holds exactly. */
export function digestOf(text: string): number {
  return createHash('sha1').update(text).digest().readUIntBE(0, 6);
}

/** Returns the indexed text of a material itself. The weight of a text is its number of repetitions, for ranking. */
export function textOfMaterial(texts: IndexedMaterial['texts']): string {
  return texts.map(({ text, weight }) => `${text}\n`.repeat(weight)).join('\n');
}

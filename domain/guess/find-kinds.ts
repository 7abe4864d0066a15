import { foldWord } from '#domain/search/search-fold.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { headPhrases, namePhrases } from '#domain/guess/names/kind-phrases.ts';
import type { Piece, Word } from './read-source.ts';

/** A kind that a piece suggests by a phrase. */
export type FoundKind = { kind: MaterialKind; chance: number; piece: Piece };

type Phrase = { kind: MaterialKind; chance: number; length: number };

const fromNames = index(namePhrases);
const fromText = index(headPhrases);
const maxPhraseWords = 3;

function index(lists: Record<MaterialKind, readonly (readonly [number, string])[]>): Map<string, Phrase> {
  const byWords = new Map<string, Phrase>();
  for (const kind of materialKinds) {
    for (const [chance, list] of lists[kind]) {
      for (const phrase of list.split(', ')) {
        const words = phrase.split(' ').map(foldWord);
        byWords.set(words.join(' '), { kind, chance, length: words.length });
      }
    }
  }
  return byWords;
}

/** Finds the kinds that the pieces suggest. Adds the words of names that do so to `used`. */
export function findKinds(pieces: readonly Piece[], used: Set<Word>): FoundKind[] {
  const all: FoundKind[] = [];
  for (const piece of pieces) {
    const found: FoundKind[] = [];
    const known = piece.source === 'text' ? fromText : fromNames;
    let position = 0;
    while (position < piece.words.length) {
      const phrase = phraseAt(known, piece.words, position);
      if (phrase) {
        if (piece.source !== 'text')
          for (const word of piece.words.slice(position, position + phrase.length)) used.add(word);
        found.push({ kind: phrase.kind, chance: phrase.chance, piece });
      }
      position += phrase?.length ?? 1;
    }
    // Solutions of question papers are not question papers.
    const isRevision = piece.source !== 'text' && found.some((each) => each.kind === 'revision');
    all.push(...(isRevision ? found.filter((each) => each.kind !== 'paper') : found));
  }
  return all;
}

/** Returns the longest known phrase that begins at this word. */
function phraseAt(known: ReadonlyMap<string, Phrase>, words: readonly Word[], position: number): Phrase | null {
  let best: Phrase | null = null;
  let phrase = '';
  for (let length = 1; length <= maxPhraseWords && position + length <= words.length; length += 1) {
    const { text } = words[position + length - 1] ?? { text: '' };
    phrase = length === 1 ? text : `${phrase} ${text}`;
    best = known.get(phrase) ?? best;
  }
  return best;
}

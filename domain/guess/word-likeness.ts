import { editDistance } from '#domain/edit-distance.ts';
import type { Guessing } from './prepare-guessing.ts';
import type { Word } from './read-source.ts';

export type LikeWord = { stem: string; likeness: number };

/** Size of the cache, enough for the words of many thousand names; a full cache is cleared. */
const maxKnown = 20_000;
/** Longest word that can be a misspelling of a word of a name. */
const maxSlipLength = 24;

/**
 * Returns the words of the catalogue's names that the word may be: itself, a word that it begins, or one that differs by a
 * letter or two because of a typing or OCR error.
 */
export function likeWords(word: Word, { vocabulary, weights, known }: Guessing): readonly LikeWord[] {
  if (word.form === word.text && weights.has(word.stem)) return [{ stem: word.stem, likeness: 1 }];
  const before = known.get(word.text);
  if (before) return before;
  const best = new Map<string, number>();
  if (weights.has(word.stem)) best.set(word.stem, 0.97);
  for (const [form, stem] of vocabulary) {
    const likeness = likenessOf(word.text, form);
    if (likeness > (best.get(stem) ?? 0)) best.set(stem, likeness);
  }
  const found = [...best].map(([stem, likeness]) => ({ stem, likeness }));
  if (known.size >= maxKnown) known.clear();
  known.set(word.text, found);
  return found;
}

function likenessOf(written: string, form: string): number {
  if (written.length >= 3 && form.startsWith(written)) return 0.75 + (0.2 * written.length) / form.length;
  const most = written.length >= 9 ? 2 : written.length >= 5 ? 1 : 0;
  if (most === 0 || written.length > maxSlipLength || Math.abs(written.length - form.length) > most) return 0;
  const slips = editDistance(written, form, most);
  return slips > most ? 0 : 0.92 - 0.07 * slips;
}

import type { MaterialKind } from './material.ts';

/** Names for the materials of a kind on screen. */
export const shelfNames: Record<MaterialKind, string> = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Library Books',
};

/** Returns a number of materials in words: `1 question paper`, `3 study notes`. */
export function countWords(kind: MaterialKind, count: number): string {
  const [one, many] = {
    paper: ['question paper', 'question papers'],
    note: ['study note', 'study notes'],
    revision: ['revision material', 'revision materials'],
    book: ['book', 'books'],
  }[kind];
  // Below a thousand both are the same, and a browser needs milliseconds for its first number in words of a language.
  return `${count < 1000 ? count : count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

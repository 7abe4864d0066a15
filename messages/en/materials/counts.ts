/** Numbers of materials. */

import type { MaterialKind } from '#domain/material.ts';
import { number } from '../format.ts';

/** Materials of any kinds: `1 material`, `1,234 materials`. */
export const materials = (count: number) => {
  if (count === 1) return '1 material';
  // Below a thousand both are the same, and a browser needs milliseconds for its first number in words of a language.
  return `${count < 1000 ? count : number(count)} materials`;
};

/** In few words, for a clear context: `3 papers`, `1 for revision`. */
export const shortCount = (kind: MaterialKind, count: number) => {
  const [one, many] = {
    paper: ['paper', 'papers'],
    note: ['note', 'notes'],
    revision: ['for\u00a0revision', 'for\u00a0revision'],
    book: ['book', 'books'],
  }[kind];
  return `${count}\u00a0${count === 1 ? one : many}`;
};

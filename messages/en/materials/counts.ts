/** Numbers of materials. */

import type { MaterialKind } from '#domain/material.ts';
import { counted } from '../format.ts';

/** Materials of any kinds: `1 material`, `1,234 materials`. */
export const materials = (count: number) => counted(count, 'material');

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

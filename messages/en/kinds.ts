/** Names of the kinds of materials, and numbers of them. */

import type { MaterialKind } from '#domain/material.ts';
import { number } from './format.ts';

/** One material of a kind. */
export const kindNames: Record<MaterialKind, string> = {
  paper: 'Question Paper',
  note: 'Study Note',
  revision: 'Revision Material',
  book: 'Book',
};

/** All materials of a kind. */
export const shelfNames: Record<MaterialKind, string> = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Library Books',
};

/** Follows the number of materials: `question paper` after 1, `study notes` after 3. */
export function kindWords(kind: MaterialKind, count: number): string {
  const one = { paper: 'question paper', note: 'study note', revision: 'revision material', book: 'book' }[kind];
  return count === 1 ? one : `${one}s`;
}

/** A number of materials: `1 question paper`, `3 study notes`. */
export function countWords(kind: MaterialKind, count: number): string {
  return `${number(count)} ${kindWords(kind, count)}`;
}

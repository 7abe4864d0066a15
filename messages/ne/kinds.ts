/** Names of the kinds of materials, and numbers of them. */

import type { MaterialKind } from '#domain/material.ts';
import { number } from './format.ts';

/** One material of a kind. */
export const kindNames: Record<MaterialKind, string> = {
  paper: 'प्रश्नपत्र',
  note: 'नोट',
  revision: 'रिभिजन सामग्री',
  book: 'पुस्तक',
};

/** All materials of a kind. */
export const shelfNames: Record<MaterialKind, string> = {
  paper: 'प्रश्नपत्रहरू',
  note: 'नोटहरू',
  revision: 'रिभिजन सामग्री',
  book: 'पुस्तकहरू',
};

/** Follows the number of materials: `वटा प्रश्नपत्र`. */
export function kindWords(kind: MaterialKind, _count: number): string {
  return `वटा ${kindNames[kind]}`;
}

/** A number of materials: `३ वटा प्रश्नपत्र`. */
export function countWords(kind: MaterialKind, count: number): string {
  return `${number(count)} ${kindWords(kind, count)}`;
}

/** Names of the kinds of materials, and numbers of them. */

import type { MaterialKind } from '#domain/material.ts';
import { counted } from './format.ts';

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

/** A number of materials: `३ वटा प्रश्नपत्र`. */
export function countWords(kind: MaterialKind, count: number): string {
  return counted(count, `वटा ${kindNames[kind]}`);
}

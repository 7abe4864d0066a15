/** Numbers of materials. */

import type { MaterialKind } from '#domain/material.ts';
import { counted, number } from '../format.ts';

/** Materials of any kinds: `१ वटा सामग्री`, `१,२३४ वटा सामग्री`. */
export const materials = (count: number) => counted(count, 'वटा सामग्री');

/** In few words, for a clear context: `३ प्रश्नपत्र`, `१ रिभिजन`. */
export const shortCount = (kind: MaterialKind, count: number) => {
  const noun = { paper: 'प्रश्नपत्र', note: 'नोट', revision: 'रिभिजन', book: 'पुस्तक' }[kind];
  return `${number(count)}\u00a0${noun}`;
};

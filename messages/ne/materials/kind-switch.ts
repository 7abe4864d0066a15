/** Buttons that choose a kind. */

import type { MaterialKind } from '#domain/material.ts';

export const kinds: Record<MaterialKind, string> = {
  paper: 'प्रश्नपत्रहरू',
  note: 'नोटहरू',
  revision: 'रिभिजन सामग्री',
  book: 'पुस्तकहरू',
};
export const all = 'सबै';

/** Buttons that choose a kind. */

import type { MaterialKind } from '#domain/material.ts';

/** The last one has the spelling of the specification. */
export const kinds: Record<MaterialKind, string> = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Libary-Books',
};
export const all = 'All';

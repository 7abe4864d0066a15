import type { KeyedAction } from './action-keys.ts';

/** Actions of both the reader and the paper preview, with the same labels and keys. */
export const viewingActions = {
  zoomOut: { name: 'zoomOut', label: 'Zoom out', keys: ['-'] },
  zoomIn: { name: 'zoomIn', label: 'Zoom in', keys: ['+', '='] },
  toggleDark: { name: 'toggleDark', label: 'Dark mode', keys: ['d'] },
  download: { name: 'download', label: 'Download', keys: ['s'] },
  print: { name: 'print', label: 'Print', keys: ['i', 'Control+p', 'Meta+p'] },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;

export type ViewingActionName = keyof typeof viewingActions;

/** Going from mark to mark, in both. */
export const hitActions = {
  nextHit: { name: 'nextHit', label: 'Next match', keys: ['F3', 'Control+g', 'Meta+g'] },
  previousHit: { name: 'previousHit', label: 'Previous match', keys: ['Shift+F3', 'Control+Shift+g', 'Meta+Shift+g'] },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;

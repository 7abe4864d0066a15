/** Words of bulk edits in the tab “Manage Content”: the bar for the selected materials, the dialog, and the outcome. */
import type { MaterialKind } from '#domain/material.ts';
import { counted, number } from '../format.ts';
import { countWords } from '../kinds.ts';

export const selectPage = 'Select all on this page';
export const selected = (count: number) => `${number(count)} selected`;
export const selectMatches = (count: number) => `Select all ${number(count)} that match`;
export const tooMany = (max: number) => `At most ${number(max)} can be changed at once. Narrow the list with a filter.`;
/** Buttons that open a dialog. */
export const open = { change: 'Change…', move: 'Move…', hide: 'Hide…', show: 'Show…', delete: 'Delete…' };
export const join = 'Join…';
export const clearSelection = 'Clear the selection';

export const titles = {
  change: 'Change kind or year',
  move: 'Move to another subject',
  hide: 'Hide from the site',
  show: 'Show on the site again',
  delete: 'Move to the trash',
};
export const selectedMaterials = (count: number) => `${number(count)} selected.`;
export const sameKind = 'Leave as it is';
export const yearHint = 'Leave it empty to keep the years.';
export const yearInvalid = 'A year from 1900 to 2200.';
export const level = 'Level';
export const facultyFirst = 'Choose the faculty first.';
export const levelFirst = 'Choose the level first.';
export const reason = 'Reason';
export const reasonHint = 'Only administrators see it.';

export const nothingChosen = 'Choose what to change.';
export const nothingToChange = 'Nothing to change: the selected materials already have these values.';
/** One of the `steps`. */
export const materialsOf = (kind: MaterialKind, count: number) => `${countWords(kind, count)}:`;
/** `materials` is `materialsOf`. Such as: `3 study notes: 2023 → 2024`. */
export const step = <Piece>(materials: Piece, isYear: boolean, from: string, to: string) =>
  [materials, isYear ? ` year ${from} → ${to}` : ` ${from} → ${to}`] as const;
export const andMore = (count: number) => `and ${number(count)} more`;
export const unchanged = (count: number) => `${number(count)} already ${count === 1 ? 'has' : 'have'} these values.`;
/** Followed by the refused materials. */
export const refused = (count: number) => `${number(count)} can’t be changed this way:`;
export const leaveOut = (count: number) => `Leave out the ${number(count)} that can’t be changed`;

export const confirm = {
  change: (count: number) => `Change ${number(count)}`,
  move: (count: number) => `Move ${number(count)}`,
  hide: (count: number) => `Hide ${number(count)}`,
  show: (count: number) => `Show ${number(count)}`,
  delete: (count: number) => `Delete ${number(count)}`,
};

export const done = {
  edit: (count: number) => `${counted(count, 'material')} changed`,
  hide: (count: number) => `${counted(count, 'material')} hidden`,
  show: (count: number) => `${counted(count, 'material')} shown again`,
  delete: (count: number) => `${counted(count, 'material')} deleted`,
  restore: (count: number) => `${counted(count, 'material')} restored`,
};
export const leftUnchanged = (count: number) => `Left unchanged: ${count}.`;
export const nothingChanged = 'Nothing was changed';

/** Words of the recent changes in Manage, and of undoing them. */

import { counted, number } from './format.ts';

type Type = 'change' | 'publication';

const materials = (count: number) => counted(count, 'material');

export const recentChanges = 'Recent changes';
export const nothingToUndo = 'Nothing to undo. Bulk edits and publications of imports are listed here.';
export const pagesOfChanges = 'Pages of recent changes';
export const pageOf = (page: number, last: number) => `Page ${page} of ${last}`;

/** Follows the number of materials. */
const actions = {
  edit: 'changed',
  hide: 'hidden',
  show: 'shown again',
  delete: 'moved to the trash',
  restore: 'restored from the trash',
  pages: 'with rearranged pages',
};
export const changed = (action: keyof typeof actions, count: number) => `${materials(count)} ${actions[action]}`;
/** `sources` comes from `sourceList`. */
export const published = (sources: string, count: number) =>
  `${materials(count)} published from the import of ${sources}`;
/** Files that were chosen without a folder or archive. */
export const singleFiles = 'single files';
/** Names folders and archives. `more` are left out. */
export const sourceList = (names: readonly string[], more: number) =>
  more === 0 ? names.join(' and ') : `${names.join(', ')} and ${more} more`;

/** Materials of an interrupted publication that are not published yet. Import Many is a tab. */
export const pending = (count: number) =>
  `${number(count)} more ${count === 1 ? 'was' : 'were'} to be published with it. Publish them in Import Many to continue it.`;
export const reason = <Piece>(text: Piece) => ['Reason: ', text] as const;
/** A value that was changed: `3 study notes: Physics → Maths`. */
export const step = (materials: string, from: string, to: string) => `${materials}: ${from} → ${to}`;
export const stepOfYear = (materials: string, from: string, to: string) => `${materials}: year ${from} → ${to}`;

const goBack: Record<Type, { one: string; many: string }> = {
  publication: { one: 'goes back to the import', many: 'go back to the import' },
  change: { one: 'is restored', many: 'are restored' },
};
/** The effect of an undo. `changed` materials were changed since, and are not undone. */
export const willUndo = (type: Type, count: number, changed: number) =>
  `Undo: ${materials(count)} ${goBack[type][count === 1 ? 'one' : 'many']}${changedSince(changed)}.`;
function changedSince(count: number): string {
  if (count === 0) return '';
  return `; ${number(count)} ${count === 1 ? 'was changed since and stays' : 'were changed since and stay'}`;
}
/** After an undo. `left` materials were not undone. */
export const undone = (count: number, left: number) => `Undone: ${materials(count)}${staying(left)}.`;
function staying(count: number): string {
  if (count === 0) return '';
  return `; ${number(count)} ${count === 1 ? 'stays as it is' : 'stay as they are'}`;
}
export const undoInterrupted = 'The undo was interrupted or is still running. Undo again to complete it.';
export const nothingLeft = (count: number) =>
  count === 1
    ? 'Nothing is left to undo: it was changed or removed since.'
    : 'Nothing is left to undo: all of them were changed or removed since.';
export const timeLeft = (days: number) =>
  days === 1 ? 'Less than a day left to undo it.' : `${days} days left to undo it.`;

/** Lists the materials of a publication. */
export const listThem = 'List them';
export const undoRest = 'Undo the rest';

export const undoThis: Record<Type, string> = {
  publication: 'Undo this publication?',
  change: 'Undo this change?',
};
export const checking = 'Checking what can be undone…';
/** `materials` comes from `materialCount`. Import Many is a tab. */
export const willBeUndone = {
  publication: <Piece>(count: number, materials: Piece) =>
    [
      materials,
      count === 1
        ? ' goes back to Import Many with everything that was set for it. Visitors no longer see it.'
        : ' go back to Import Many with everything that was set for them. Visitors no longer see them.',
    ] as const,
  change: <Piece>(count: number, materials: Piece) =>
    [materials, count === 1 ? ' is restored.' : ' are restored.'] as const,
};
export const materialCount = materials;
export const nothingCanBeUndone = 'Nothing can be undone: every material was changed since.';
/** The heading of a list. */
export const stay = (count: number) => `${number(count)} ${count === 1 ? 'stays as it is:' : 'stay as they are:'}`;
export const andMore = (count: number) => `and ${number(count)} more`;
export const alsoUndoChanged = 'Also undo those that were edited, hidden or moved to the trash since';
export const alsoUndo = (count: number) =>
  count === 1
    ? 'Also undo the one that was edited, hidden or moved to the trash since. Edits stay with the file.'
    : `Also undo the ${number(count)} that were edited, hidden or moved to the trash since. Edits stay with the file.`;
export const undo = (count: number) => `Undo ${number(count)}`;
export const undoing = (count: number) => `Undoing ${number(count)}…`;

export const notUndone: Record<Type, string> = {
  publication: 'The publication couldn’t be undone',
  change: 'The change couldn’t be undone',
};
export const undoneTitle: Record<Type, string> = {
  publication: 'Publication undone',
  change: 'Change undone',
};
export const restored = {
  publication: (count: number) => `${materials(count)} back in the import`,
  change: (count: number) => `${materials(count)} as before`,
};
/** Makes a sentence of `restored`, or of a listed operation. */
export const sentence = (text: string) => `${text}.`;
/** Follows `restored`. `first` is the title of the first material that stays. */
export function someStay(count: number, first: string | undefined): string {
  const text =
    count === 1 ? '1 was changed since and stays as it is.' : `${count} were changed since and stay as they are.`;
  return first ? `${text} The first: "${first}".` : text;
}

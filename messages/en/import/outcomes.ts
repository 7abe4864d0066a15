/** Results of the actions of the import, as sentences. */

import { counted } from '../format.ts';
import { fields } from './rows.ts';

const files = (count: number) => counted(count, 'file');

const edits = { ...fields, password: 'Password', confirmed: 'Confirming' };

export const working = (count: number) => `Working on ${files(count)}…`;

/** `followers` are further files that inherited the value. */
export const valueSet = (value: keyof typeof fields | 'password', count: number, followers: number) =>
  `${edits[value]} set for ${files(count)}${followers === 0 ? '' : `, inherited by ${files(followers)} like it`}.`;
export const confirmed = (count: number) => `Confirmed for ${files(count)}.`;
export const nothingToConfirm = 'There is nothing to confirm.';
export const notSaved = 'The change couldn’t be saved';

export const undone = (edit: keyof typeof edits) => `${edits[edit]} undone.`;
export const nothingToUndo = 'There is nothing to undo.';
export const notUndone = 'The change couldn’t be undone';

export const published = (count: number) => `${files(count)} published.`;
export const notPublished = (count: number) =>
  `${files(count)} ${count === 1 ? 'was' : 'were'} not published: see the column State.`;
export const notAllPublished = 'Not everything could be published';

export const takenInside = (count: number) =>
  `${files(count)} inside it are being added. Discard the portfolio itself.`;
export const notTakenInside = 'The papers inside couldn’t be extracted';

export const discarded = (count: number) => `${files(count)} discarded.`;
export const notAllDiscarded = 'Not everything could be discarded';

/** A material that was in the trash or hidden; `title` is in quotation marks. */
export const backInLibrary = 'Back in the library';
export const restored = (title: string) => `${title} was restored from the trash.`;
export const shownAgain = (title: string) => `${title} was shown again.`;
export const stillHidden = 'It is still hidden: only administrators see it.';
export const sameFileRemoved = 'The same file was removed from this list.';
export const notRestored = 'It couldn’t be restored';
export const notShownAgain = 'It couldn’t be shown again';

/** Words of the dialog that edits a material, and of the comparison with the version of someone else. */
import type { MaterialKind } from '#domain/material.ts';
import { kindNames } from '../kinds.ts';

export const edit = (kind: MaterialKind) => `Edit ${kindNames[kind]}`;
export const hidden = 'Hidden: only administrators see this material.';
export const movedToTrash = 'Someone else has moved this to the trash. If you save, it is restored with your changes.';
export const saveChanges = 'Save changes';
export const restoreAndSave = 'Restore and save';
export const saving = 'Saving...';

export const nothingToSave = 'You haven’t changed anything yet.';
export const cancelled = 'Cancelled. Nothing was changed.';
/** Follows a sentence with the reason. */
export const nothingChanged = 'Nothing was changed.';
export const backInLibrary = 'Back in the library';
/** Follows a sentence about a file that was restored. */
export const nothingElseChanged = 'Nothing else was changed.';
export const updated = (kind: MaterialKind) => `${kindNames[kind]} updated`;
export const updatedText = (title: string) => `"${title}" has been updated successfully.`;
export const conflict = (title: string) => `"${title}" has been changed since you opened it.`;

export const conflictTitle = 'Changed by someone else';
export const conflictExplanation =
  'Someone else changed this material while you were editing it. Nothing has been saved yet. Choose what to keep.';
/** Names of the fields, in the order in which they are compared. */
export const fieldNames = {
  title: 'Title',
  place: 'Faculty, level, subject',
  year: 'Year',
  file: 'File',
  password: 'Password of the file',
  cover: 'Cover',
};
/** Names of the two versions, by who changed the field: the user, the other person, or both. */
export const versions = {
  mine: { me: 'Yours', both: 'Yours', them: 'Yours (unchanged)' },
  theirs: { me: 'Theirs (unchanged)', both: 'Theirs', them: 'Theirs' },
};
export const noYear = 'None';
export const noPassword = 'None';
export const firstPage = 'The first page';
export const image = 'An image';
export const backToEditing = 'Back to editing';
export const keepTheirs = 'Keep theirs';
export const saveChoices = 'Save my choices';

/** Words of the notices above the list in the tab “Manage Content”: duplicates, unused files and samples. */
import { counted } from '../format.ts';

export const needsAttention = 'Needs attention';
export const notChecked = 'Couldn’t check for items needing attention. The list below isn’t affected.';

export const misplaced = (count: number) =>
  `${counted(count, 'material is', 'materials are')} filed under a subject no longer in the catalogue.`;
export const misplacedHint = 'Students can’t find them by browsing. Edit each one and choose where it belongs.';
export const edit = (title: string) => `Edit ${title}`;

export const similar = (pairs: number) =>
  pairs === 1
    ? '1 pair of materials has nearly the same text. One of each was probably uploaded twice.'
    : `${pairs} pairs of materials have nearly the same text. One of each was probably uploaded twice.`;
export const similarHint = 'Compare them, then keep both, or move one to the trash.';
export const sameWords = (percent: number) => `${percent}% of words are the same`;
export const keepBoth = 'Keep both';
export const keepBothTitles = (titles: readonly string[]) => `Keep both: ${titles.join(' and ')}`;
export const uploadedOn = (day: string) => `Uploaded ${day}`;
export const moveToTrash = 'Move to trash';
export const moveTitleToTrash = (title: string) => `Move to trash: ${title}`;

export const unused = (count: number) => `${counted(count, 'file is', 'files are')} not used by any material.`;
export const unusedHint = 'Left over from an unfinished upload or a replaced file. They aren’t shown to students.';
export const deleteFile = (name: string) => `Delete ${name}`;
export const deleteFileQuestion = 'Delete this file?';
export const deleteFileExplanation = (name: string) => `"${name}" will be deleted permanently. This can’t be undone.`;
export const confirmDeleteFile = 'Delete the file';

export const samples = (count: number) =>
  `${counted(count, 'sample material is', 'sample materials are')} in the library.`;
/** `rest` is `removeSamplesRest`, which is hidden on small screens. */
export const removeSamples = <Piece>(rest: Piece) => ['Remove', rest] as const;
export const removeSamplesRest = ' sample materials';
export const removeSamplesQuestion = 'Remove sample materials?';
export const removeSamplesExplanation =
  'All materials marked as samples will be deleted permanently, with their files. Your own uploads stay.';
export const confirmRemoveSamples = 'Remove them';

/** Words of the import around the table: choosing files, the progress of sending, and links. */

import { counted, number } from '../format.ts';

const files = (count: number) => counted(count, 'file');

export const addFolder = 'Add a whole folder at once';
export const howToAdd =
  'Drop files, folders or archives (ZIP, RAR, 7z, tar) anywhere on this page. Where each file belongs is guessed from its folders, its name and its first page; you check what is doubtful, and then publish.';
/** `verb` is hidden on phones; the first letter of the rest is then a capital. */
export const chooseFiles = <Piece>(verb: (text: string) => Piece) => [verb('Choose '), 'files'] as const;
export const chooseFolder = <Piece>(verb: (text: string) => Piece) => [verb('Choose '), 'a folder'] as const;

/** The progress of the chosen files. */
export const lookingThrough = 'Looking through the files';
export const comparing = 'Comparing with the library';
export const comparingFiles = (done: number, total: number) =>
  `Comparing with the library: ${number(done)} of ${files(total)}`;
export const nothingSentYet = 'Nothing has been sent yet.';
export const sending = 'Sending';
const sendingStates = {
  sending,
  /** Everything was sent, and PDFs are made. */
  finishing: 'Finishing',
  paused: 'Paused',
  away: 'Waiting for the library',
};
export const sendingFiles = (state: keyof typeof sendingStates, done: number, total: number) =>
  `${sendingStates[state]}: ${number(done)} of ${files(total)}`;
/** `sent` and `total` are sizes; `found` is null once all files are found. */
export const sentBytes = (sent: string, total: string, found: number | null) =>
  `${sent} of ${total}${found === null ? '' : `; ${files(found)} found so far`}`;
export const allSent = (total: string) => `${total} sent. PDFs are made one after the other.`;
export const kilobytes = (count: number) => `${number(count)} KB`;
export const pause = 'Pause';

export const notAllLoaded = 'Not all staged files could be loaded.';
export const undoneFor = <Piece>(days: number, link: (text: string) => Piece) =>
  [`A publication can be undone for ${days} days: `, link('Recent changes')] as const;

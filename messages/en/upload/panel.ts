/** Words of the tab “Upload Content” around its form: what will be published, the result, and leaving the page. */
import type { MaterialKind } from '#domain/material.ts';
import { kindNames } from '../kinds.ts';

export const uploadContent = 'Upload Content';
export const contentType = 'Content type';
/** Names where the next file goes. */
export const nextPlace = <Piece>(subject: Piece, faculty: string, term: string) =>
  ['The next file goes to ', subject, `, ${faculty}, ${term}, like the last one.`] as const;
export const anotherPlace = 'Choose another place';
export const uploadRunning = 'An upload is running';
export const placeLater = 'Choose the place again when it is done.';

/** A PDF contains other PDFs. */
export const papersInside = (count: number) =>
  count === 1
    ? 'This PDF has another PDF inside it, which readers can’t see. Upload one of them instead, or import it.'
    : `This PDF has ${count} other PDFs inside it, which readers can’t see. Upload one of them instead, or import all.`;
export const takePaper = (name: string) => `Use ${name}`;
export const importPapers = (count: number) => (count === 1 ? 'Import it' : `Import all ${count}`);
export const notExtracted = 'The papers inside couldn’t be extracted';
export const extractYourself = 'Open the PDF in another app, save the papers inside it, and upload these.';

export const summary = 'What will be published';
export const publishedAs = 'Will be published as';
export const notChosen = 'not chosen yet';
export const upload = (kind: MaterialKind) => `Upload ${kindNames[kind]}`;
/** The shortcut of the button, with the names on the keys. */
export const uploadKeys = 'Ctrl Enter';
export const uploading = 'Uploading...';

export const missing = 'Missing information';
export const fillIn = 'Please fill all the required fields';
export const successful = 'Upload successful';
export const successfulText = (title: string) => `"${title}" has been uploaded successfully`;
export const inLibrary = <Piece>(title: Piece) => [title, ' is now in the library.'] as const;
export const openIt = 'Open it';
export const stopped =
  'The upload was stopped; nothing was published. The part already sent is kept for a day, so uploading again resumes it.';
/** Follows a sentence with the reason. */
export const nothingPublished = 'Nothing was published.';
/** Follows a sentence about a file that was restored. */
export const nothingElsePublished = 'Nothing else was published.';
export const failed = 'Upload failed';
export const failedText = (reason: string, canContinue: boolean) =>
  canContinue
    ? `${reason} Everything you filled in is still here, and uploading again continues where it stopped.`
    : `${reason} Everything you filled in is still here.`;

/** The question before work is lost or stopped. */
export const leaving = {
  upload: {
    title: 'Stop the upload?',
    description: 'Leaving this page stops the upload. Nothing has been published yet.',
    stay: 'Stay',
    leave: 'Stop and leave',
  },
  import: {
    title: 'Stop sending?',
    description: 'Leaving this page stops it. Files already sent stay; choose the same files again to continue.',
    stay: 'Stay',
    leave: 'Stop and leave',
  },
  changes: {
    title: 'Discard your changes?',
    description: 'Your changes haven’t been saved.',
    stay: 'Keep editing',
    leave: 'Discard',
  },
};

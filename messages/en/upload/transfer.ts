/** Words about a chosen file that is checked and sent. */
import type { MaterialKind } from '#domain/material.ts';
import { documentWords } from '#domain/material-rules.ts';

export const empty = (name: string) => `"${name}" is empty. Choose another file.`;
export const tooLarge = (size: string, limit: string) => `The file is ${size}; the limit is ${limit}.`;
export const noHtml = 'This is an HTML file. Only question papers can be HTML; choose a PDF.';
export const notWebPage = (name: string, kind: MaterialKind) =>
  `"${name}" isn't a web page. Choose ${documentWords(kind)}.`;
export const notPdf = (name: string, kind: MaterialKind) => `"${name}" isn't a PDF. Choose ${documentWords(kind)}.`;
export const notImage = 'The image must be a JPEG, PNG, WebP, AVIF or GIF picture.';
export const unreadable = 'The file can no longer be read; it was moved or changed on your device. Choose it again.';

/** About a web page in one file (MHTML); its name is above. */
export const mhtmlTooLarge = (megabytes: number) => `It is larger than ${megabytes} MB. Save the page as a PDF.`;
export const mhtmlNotOpened = 'It couldn’t be opened. Check your connection, then choose it again.';
export const mhtmlLeftOut = (count: number, megabytes: number) =>
  count === 1
    ? `One picture or other file was left out: the page would be larger than ${megabytes} MB.`
    : `${count} pictures and other files were left out: the page would be larger than ${megabytes} MB.`;

export const progress = 'Upload progress';
export const sending = 'Sending the file…';
export const checking = 'Checking and publishing…';

export const notConfirmed = 'The library didn’t confirm that the whole file arrived. Choose the file again.';
/** Follow a sentence that says that the file changed. */
export const sizeChanged = 'Its size has changed since the upload began.';
export const changedOnDevice = 'It was changed or moved on your device.';

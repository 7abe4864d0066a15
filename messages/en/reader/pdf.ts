/** Words for parts of a PDF without a name, and exact errors of a PDF that can't be read. */

/** An entry of the contents, or a file inside the PDF. */
export const untitled = 'Untitled';

export const failedToLoad = 'Failed to load PDF file.';
export const missingFile = (url: string) => `Missing PDF "${url}".`;
export const unexpectedResponse = (status: number, url: string) =>
  `Unexpected server response (${status}) while retrieving PDF "${url}".`;
export const savedCopyDamaged = 'The offline copy of this document is damaged. Go online and try again.';
export const replaced = 'The file was replaced while you were reading it. Open it again.';

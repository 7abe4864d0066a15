/** Words of the reader's panel: contents and thumbnails. */

export const panel = 'Document navigation';
export const closePanel = 'Close panel';
export const noContents = 'This document has no table of contents.';
export const recognisedPage = (page: number) =>
  `Page ${page} is a picture. Its text was recognised by a program and may contain mistakes.`;

export const loadingContents = 'Loading the contents…';
/** The button that shows the entries below this one. */
export const within = (entry: string) => `Within ${entry}`;
/** Read out before the page number of an entry. */
export const entryPage = 'page';

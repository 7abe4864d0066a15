/** The line that offers this language to readers of a page in another one. */

export const accept = 'Read this page in English';
export const decline = 'No, thanks';

/** The line that offers this language to readers of a page in another one. */

export const offer = 'This page is also in English.';
export const accept = 'Read in English';
export const decline = 'No, thanks';

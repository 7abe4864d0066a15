/** Marks and attributes of materials. Only constants: pages share them. */

/** The mark of a material that only administrators see. */
export const hidden = 'Hidden';

export const readerPassword = 'Password for readers';
export const readerPasswordNote = 'Note on the password';
export const readerPasswordNoteHint = 'Optional, for example where to ask for it';

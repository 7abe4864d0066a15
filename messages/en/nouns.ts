/** Names of things that mean the same everywhere: attributes of a material, and parts of the library. */

export const faculty = 'Faculty';
export const faculties = 'Faculties';
export const semester = 'Semester';
export const subject = 'Subject';
export const subjects = 'Subjects';
export const kind = 'Kind';
export const title = 'Title';
export const year = 'Year';
export const yearBs = 'Year BS';
export const file = 'File';
export const pages = 'Pages';
export const revision = 'Revision';
/** The mark of sample content. */
export const sample = 'Sample';
export const home = 'Home';
export const library = 'Library';
export const discussions = 'Discussions';
export const savedOnDevice = 'Saved on this device';

/** A page of a document: `Page 7`. */
export const page = (number: number) => `Page ${number}`;

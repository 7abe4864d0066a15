/** Words of the buttons that save materials offline, and of the mark of saved ones. */

export const saved = 'Saved offline';

/** Also the heading of the dialog. */
export const saveSubject = 'Save subject offline';
export const subjectSaved = 'Subject saved offline';

const kinds = { paper: 'papers', note: 'notes', revision: 'revision' };
type Kind = keyof typeof kinds;
export const sizeOfKind = (kind: Kind, size: string) => `${kinds[kind]} ${size}`;
export const countOfKind = (kind: Kind, count: number) => `${count} ${kinds[kind]}`;

/** Words for the progress and the problems of offline materials, in the dialogs and in the list of all. */

export const saving = (title: string) => `Saving ${title}`;

const kinds = { paper: 'papers', note: 'notes', revision: 'revision materials', book: 'books' };
/** `kind` is null for several kinds, `size` is a part of all bytes: `23 of 61 papers · 3.4 of 9.6 MB`. */
export const progress = (
  kind: keyof typeof kinds | null,
  { done, count }: { done: number; count: number },
  size: string,
) => `${done} of ${count} ${kind ? kinds[kind] : 'materials'} · ${size}`;
export const waiting = 'Can’t reach the library. Saving resumes automatically.';

export const problems = {
  full: 'There wasn’t enough space. Remove something or free up storage on this device, then try again.',
  gone: 'It’s no longer in the library, so it was removed from this device.',
  replaced: 'The library has a newer version. You can still read the one on this device.',
  damaged: 'The copy on this device is damaged. Download it again.',
  refused: 'It isn’t public, so it can’t be saved offline.',
};
export const saveNewVersion = 'Save the new version';
export const saveAgain = 'Save again';
/** Dismisses a message. */
export const ok = 'OK';

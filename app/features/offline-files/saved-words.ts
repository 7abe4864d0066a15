import { formatPart } from '#app/features/materials/figures.ts';
import type { SavedProblem } from './saved-database.ts';
import type { GroupProgress } from './save-group.ts';

/** Message for each problem of an offline material. */
export const problemWords: Readonly<Record<SavedProblem, string>> = {
  full: 'There wasn’t enough space. Remove something or free up storage on this device, then try again.',
  gone: 'It’s no longer in the library, so it was removed from this device.',
  replaced: 'The library has a newer version. You can still read the one on this device.',
  damaged: 'The copy on this device is damaged. Download it again.',
  refused: 'It isn’t public, so it can’t be saved offline.',
};

/** Label of the button that solves each problem; null if the user can only dismiss the material. */
export const problemActions: Readonly<Record<SavedProblem, string | null>> = {
  full: 'Try again',
  gone: null,
  replaced: 'Save the new version',
  damaged: 'Save again',
  refused: null,
};

const nouns = { paper: 'papers', note: 'notes', revision: 'revision materials', book: 'books' };

/** Writes a progress: `23 of 61 papers · 3.4 of 9.6 MB`; the part of the file for a single material. */
export function writeProgress({ kind, count, done, bytes, received }: GroupProgress): string {
  const part = formatPart(received, bytes);
  return count === 1 ? part : `${done} of ${count} ${kind ? nouns[kind] : 'materials'} · ${part}`;
}

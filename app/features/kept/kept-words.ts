import type { KeptProblem } from './kept-database.ts';

/** What is said of a material that is not kept as it should be. */
export const problemWords: Readonly<Record<KeptProblem, string>> = {
  full: 'There was no room for it. Remove something, or free some storage of this device, and try again.',
  gone: 'It is no longer in the library, so it has been removed from this device.',
  replaced: 'The library has a newer version of it. The version on this device can still be read.',
  damaged: 'What is stored of it is damaged. It has to be fetched again.',
  refused: 'It is not open to everybody, so it cannot be kept.',
};

/** What a button does about it; null if nothing can be done but to dismiss it. */
export const problemActions: Readonly<Record<KeptProblem, string | null>> = {
  full: 'Try again',
  gone: null,
  replaced: 'Keep the new version',
  damaged: 'Keep again',
  refused: null,
};

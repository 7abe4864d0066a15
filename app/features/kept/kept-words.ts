import type { KeptProblem } from './kept-database.ts';

/** Message for each problem of an offline material. */
export const problemWords: Readonly<Record<KeptProblem, string>> = {
  full: 'There was no room for it. Remove something, or free some storage of this device, and try again.',
  gone: 'It is no longer in the library, so it has been removed from this device.',
  replaced: 'The library has a newer version of it. The version on this device can still be read.',
  damaged: 'What is stored of it is damaged. It has to be fetched again.',
  refused: 'It is not open to everybody, so it cannot be kept.',
};

/** Label of the button that solves the problem; null if the material can only be dismissed. */
export const problemActions: Readonly<Record<KeptProblem, string | null>> = {
  full: 'Try again',
  gone: null,
  replaced: 'Keep the new version',
  damaged: 'Keep again',
  refused: null,
};

import type { EntryStore } from './stored-map.ts';

/** The papers marked as done, by id. The marks are stored on this device only. */
export const donePapers: EntryStore<Record<never, never>> = {
  key: 'reading-done',
  // Every paper of ten years of a whole programme.
  maxEntries: 1000,
  maxCharacters: 100_000,
  check: () => ({}),
};

import type { Done } from '#app/features/viewer/viewing-actions.ts';
import { putEntry, removeEntry, useEntries } from './stored-entries.ts';
import type { EntryStore } from './stored-map.ts';

/** The papers marked as done, by id. The marks are stored on this device only. */
export const donePapers: EntryStore<Record<never, never>> = {
  key: 'reading-done',
  // Every paper of ten years of a whole programme.
  maxEntries: 1000,
  maxCharacters: 100_000,
  check: () => ({}),
};

/** Returns whether a paper is marked as done, and a function that changes it. */
export function useDone(id: string): Done {
  const isDone = useEntries(donePapers).has(id);
  return { isDone, toggle: () => (isDone ? removeEntry(donePapers, id) : putEntry(donePapers, id, {})) };
}

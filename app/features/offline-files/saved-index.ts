import type { EntryStore } from '#app/features/my-reading/stored-map.ts';

/** The facts that buttons show about an offline material without opening the database. */
export type SavedEntry = { title: string; isWhole: boolean };

/** Maximum number of offline materials: a whole programme has fewer. */
export const maxSaved = 500;

/**
 * The offline materials by id, in local storage. If the browser evicts the database but not this list, a comparison
 * shows which materials were lost.
 */
export const savedIndex: EntryStore<SavedEntry> = {
  // The name stays: it is in the browsers of readers.
  key: 'kept-offline',
  maxEntries: maxSaved,
  maxCharacters: 200_000,
  check: ({ title, isWhole }) =>
    typeof title === 'string' && typeof isWhole === 'boolean' ? { title, isWhole } : null,
};

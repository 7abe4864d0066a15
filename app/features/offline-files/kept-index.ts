import type { EntryStore } from '#app/features/my-reading/stored-map.ts';

/** The facts that buttons show about an offline material without opening the database. */
export type KeptEntry = { title: string; isWhole: boolean };

/** Maximum number of offline materials: a whole programme has fewer. */
export const maxKept = 500;

/**
 * The offline materials by id, in local storage. If the browser evicts the database but not this list, a comparison
 * shows which materials were lost.
 */
export const keptIndex: EntryStore<KeptEntry> = {
  key: 'kept-offline',
  maxEntries: maxKept,
  maxCharacters: 200_000,
  check: ({ title, isWhole }) =>
    typeof title === 'string' && typeof isWhole === 'boolean' ? { title, isWhole } : null,
};

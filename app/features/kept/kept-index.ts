import type { EntryStore } from '#app/features/my-reading/stored-map.ts';

/** What buttons show of a kept material without opening the database. */
export type KeptEntry = { title: string; isWhole: boolean };

/** No more materials are kept: a whole programme has fewer. */
export const maxKept = 500;

/**
 * Which materials were kept, by id, in local storage. It also tells that the browser has evicted the database while it
 * left this.
 */
export const keptIndex: EntryStore<KeptEntry> = {
  key: 'kept-offline',
  maxEntries: maxKept,
  maxCharacters: 200_000,
  check: ({ title, isWhole }) =>
    typeof title === 'string' && typeof isWhole === 'boolean' ? { title, isWhole } : null,
};

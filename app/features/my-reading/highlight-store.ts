import type { EntryStore } from './stored-map.ts';

/**
 * The highlights of all documents, by file id. The reader defines their format and checks each one when it reads them.
 */
export const highlightStore: EntryStore<{ highlights: readonly unknown[] }> = {
  key: 'reader-highlights',
  maxEntries: 200,
  maxCharacters: 1_500_000,
  check: ({ highlights }) => (Array.isArray(highlights) ? { highlights } : null),
};

import type { SearchThreadSetup } from '#server/search-index/index-messages.ts';

/** What a thread of the index is started with. */
export type IndexThreadSetup = SearchThreadSetup & {
  file: string;
  /** The database of materials; only threads that search read it. */
  libraryFile: string;
  /** Writes a whole file that is thrown away unless it is finished. */
  isBulk?: boolean;
};

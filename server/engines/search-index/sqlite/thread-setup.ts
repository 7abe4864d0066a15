import type { SearchThreadSetup } from '#server/engines/search-index/index-messages.ts';

/** The start parameters of a thread of the index. */
export type IndexThreadSetup = SearchThreadSetup & {
  file: string;
  /** The database of materials; only threads that search read it. */
  libraryFile: string;
  /** True to write a separate file that is discarded unless it is completed. */
  isBulk?: boolean;
};

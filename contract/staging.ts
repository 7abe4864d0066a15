/**
 * Filters of staged files. `open`: not published. `ready`, `doubtful`, `duplicates` and `unreadable` (damaged, locked):
 * open files in any state. `waiting` (for bytes), `reading` and `published`: files in the state of that name.
 * `refused`: files whose bytes the library refused; they are not in `waiting`, `doubtful` or `duplicates`.
 */
export const stagedFilters = [
  'open',
  'ready',
  'doubtful',
  'duplicates',
  'unreadable',
  'refused',
  'waiting',
  'reading',
  'published',
  'all',
] as const;

export const stagingLimits = {
  /** Maximum number of files staged or published in one call, so that a call is short; 10,000 files need 50 calls. */
  maxBatch: 200,
  /**
   * Maximum number of files edited by hand or discarded in one call; their ids are far smaller than the largest body.
   */
  maxIds: 1000,
  /** Maximum number of files in a response. */
  maxPage: 200,
  /** Maximum number of staged files in total: several shared drives at the same time. */
  maxFiles: 20_000,
  /** Maximum length of a path in UTF-16 code units; guessing reads no more. */
  maxPath: 1000,
  /** Maximum number of stored paths of a file, so that a file that is in every folder does not fill the database. */
  maxPaths: 200,
  /** Maximum number of a file's other paths in a response, enough to recognise it. */
  maxListedPaths: 50,
} as const;

export type StagedFilter = (typeof stagedFilters)[number];

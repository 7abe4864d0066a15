/**
 * `open`: not published. `ready`, `doubtful`, `duplicates`, `unreadable` (damaged, locked) are of open files in any state.
 * `waiting` for bytes, `reading` and `published` are the states of the same name; a file whose bytes the library refused is
 * `refused` instead of `waiting`, and neither doubtful nor a duplicate.
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
  /** Most files per call that are staged or published: a call stays short, and 10,000 files are 50 calls. */
  maxBatch: 200,
  /** Most files per call that are changed by hand or discarded; their ids are far below the largest body. */
  maxIds: 1000,
  /** Most files in a response. */
  maxPage: 200,
  /** Most staged files in all: several shared drives at once. */
  maxFiles: 20_000,
  /** In UTF-16 code units; guessing reads no more. */
  maxPath: 1000,
  /** Most stored paths of a file, so that one that is in every folder does not fill the database. */
  maxPaths: 200,
  /** Most other paths of a file in a response, enough to recognise it. */
  maxListedPaths: 50,
} as const;

export type StagedFilter = (typeof stagedFilters)[number];

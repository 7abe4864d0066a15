/**
 * `open`: not published. `ready`, `doubtful`, `duplicates`, `unreadable` (damaged, locked) are of open files whatever
 * their state. `waiting` for bytes, `reading` and `published` are the states of the same name; a file whose bytes the
 * library refused is `refused` instead of `waiting`, and neither doubtful nor a duplicate.
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
  /** Files per call that are staged or published: a call stays short, and 10,000 files are 50 calls. */
  maxBatch: 200,
  /** Files per call that are told something or discarded; their ids are far below the largest body. */
  maxIds: 1000,
  /** Files in an answer. */
  maxPage: 200,
  /** Staged files in all: several shared drives at once. */
  maxFiles: 20_000,
  /** In UTF-16 code units; guessing reads no more. */
  maxPath: 1000,
  /** Stored paths of a file: one that lies in every folder does not fill the database. */
  maxPaths: 200,
  /** Other paths of a file in an answer: so many help to recognise it. */
  maxListedPaths: 50,
} as const;

export type StagedFilter = (typeof stagedFilters)[number];

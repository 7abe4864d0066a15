import type { PlaceGuess } from '#domain/guess/guess-place.ts';
import type { DriveEvidence, DriveSignal } from '#domain/guess/drive-evidence.ts';
import type { Doubt } from '#domain/guess/place-fields.ts';
import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import type { Inherited, ManualExample } from '#domain/guess/take-over.ts';
import type { StagedFilter } from '#contract/staging.ts';

/** `waiting` for bytes, `reading`: they are there, the first page is still to be read. */
export type StagedState = 'waiting' | 'reading' | 'checked' | 'published';

/** The state of a file before it was published. */
export type FormerState = Extract<StagedState, 'reading' | 'checked'>;

/** A file that is staged, once for all paths with the same bytes. */
export type StagedRecord = {
  id: string;
  sequence: number;
  /** The path that says most of where the file belongs. */
  path: string;
  /** `path`, then the others by name; at most `stagingLimits.maxListedPaths`. */
  paths: readonly string[];
  /** At most `stagingLimits.maxPaths`. */
  pathCount: number;
  sizeBytes: number;
  sha256: string;
  fileId: string;
  materialId: string;
  state: StagedState;
  /** Why its first page could not be read, for the administrator. */
  fault: string | null;
  /** Why the server refused its bytes, for the administrator; only while it waits for them. */
  refusal: string | null;
  manual: ManualFields;
  inherited: Inherited;
  /** Null until it was guessed for the first time. */
  guess: PlaceGuess | null;
  doubtful: Doubt[];
  confidence: number;
  /** Greater than 0 if the derived values (inherited, guess, doubtful, confidence) are to be computed again. */
  stale: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
  /** The record of its file: null before the first chunk. */
  file: { isFinished: boolean; mimeType: string; pageCount: number | null; warning: string | null } | null;
};

/**
 * Values derived for a row. They are only stored if `stale` and `revision` are what they were when the computation began:
 * `stale` alone may have been reset by another computation, and counted up again, in the meantime.
 */
export type DerivedValues = Pick<
  StagedRecord,
  'id' | 'path' | 'stale' | 'revision' | 'inherited' | 'guess' | 'doubtful' | 'confidence'
>;

/** Rows that become one: `from` are removed, and `into` has their paths, and `manual` set by hand. */
export type StagedMerge = { into: string; from: readonly string[]; manual: ManualFields };

/** Another file with the same bytes or nearly the same text; of a material, or staged. */
export type FoundDuplicate = {
  stagedId: string;
  how: 'bytes' | 'text';
  share: number;
  materialId: string | null;
  otherStagedId: string | null;
  title: string;
  /** The subject of the material. */
  subject: string | null;
  isInTrash: boolean;
  /** Only administrators may read it. */
  isHidden: boolean;
  /** Since when it is in the trash or hidden. */
  since: string | null;
};

/** A PDF that was or will be made of photographs. */
export type PhotographedPdf = {
  fileId: string;
  /** In the order of the pages, by digest. */
  photographs: string[];
} & (
  | { of: 'row'; id: string; path: string; state: StagedState }
  | { of: 'material'; id: string; title: string; isInTrash: boolean; isHidden: boolean }
);

export type StagedCounts = Record<StagedFilter, number>;

/** Rows of files that are staged. Functions that take ids or digests take at most 1,000. */
export interface StagingRecords {
  /**
   * Adds a row for each digest that has none, and the paths that the rows of the others do not have. Returns the row of each
   * file in the order given: the same one for files with the same digest. `created` counts new rows. Adds nothing and
   * returns null if there would be more than `mayAdd` rows in all. `photographs`: the digests of what a PDF is to be made of.
   */
  add(
    files: readonly {
      id: string;
      path: string;
      sizeBytes: number;
      sha256: string;
      fileId: string;
      materialId: string;
      photographs?: readonly string[];
    }[],
    mayAdd: number,
  ): Promise<{ records: StagedRecord[]; created: number } | null>;
  /** Those that exist, in no order. */
  find(ids: readonly string[]): Promise<StagedRecord[]>;
  findByDigest(sha256: string): Promise<StagedRecord[]>;
  /** Notes that the server refused the bytes that were sent for the row of this file. */
  refuse(fileId: string, reason: string): Promise<void>;
  /**
   * Rows that share their digest with others, by digest, those staged first first; of digests after `after`. Rows of one
   * digest come together. `limit` counts digests.
   */
  listCopies(after: string, limit: number): Promise<StagedRecord[]>;
  merge(merges: readonly StagedMerge[]): Promise<void>;
  /** Published ones with one of these digests. */
  findPublished(digests: readonly string[]): Promise<StagedRecord[]>;
  /** PDFs made, or to be made, of any of these photographs: staged ones, and those of materials. A staged one of a material twice. */
  findPhotographed(digests: readonly string[]): Promise<PhotographedPdf[]>;
  /** The digests of the photographs of these rows that no other row needs. */
  ownPhotographs(ids: readonly string[]): Promise<string[]>;
  /** In the order in which they were staged, after the row with the sequence `after`. */
  list(page: { filter: StagedFilter; after: number; limit: number }): Promise<StagedRecord[]>;
  counts(): Promise<StagedCounts>;
  /** Whether there is any that is not published. */
  hasOpen(): Promise<boolean>;
  /** Those that are being read, in the order in which they were staged, after the row with the sequence `after`. */
  listReading(after: number, limit: number): Promise<StagedRecord[]>;
  /** The number of the last change. */
  revision(): Promise<number>;
  /** Rows changed after that revision, those that changed first first; ids of removed ones. Null if that is not known any more. */
  changesSince(
    revision: number,
    limit: number,
  ): Promise<{ revision: number; records: StagedRecord[]; removed: { id: string; revision: number }[] } | null>;
  /**
   * Duplicates of these rows, at most some for each. A staged one counts if its bytes have arrived and it is not
   * published; of two whose bytes have arrived, the one that was staged first. Visible materials come first, those in the
   * trash last.
   */
  duplicatesOf(ids: readonly string[]): Promise<FoundDuplicate[]>;
  /** Stores what is told, and makes all rows with a path in one of their folders stale. Published rows are left alone. */
  setManual(rows: readonly { id: string; manual: ManualFields }[]): Promise<void>;
  /**
   * Examples by folder for the folders of all paths of these rows: of each set of values that was set by hand for files of
   * one name pattern, two files if there are two. Their paths are those in the folder.
   */
  examplesFor(ids: readonly string[]): Promise<Map<string, ManualExample[]>>;
  /** Stores what each of these rows says of its drive, instead of what was stored of it before. */
  noteSignals(rows: readonly { id: string; drive: string; signals: readonly DriveSignal[] }[]): Promise<void>;
  /** How many rows of each drive have each signal. */
  countSignals(drives: readonly string[]): Promise<Map<string, { signal: DriveSignal; files: number }[]>>;
  /**
   * Stores the evidence of a drive. If it differs from what was stored, the drive's rows that are not published become
   * stale, but for those of `except`. Returns true then.
   */
  setDrive(drive: string, evidence: DriveEvidence, except: readonly string[]): Promise<boolean>;
  /** Rows of which the derived values are to be computed again. */
  listStale(limit: number): Promise<StagedRecord[]>;
  /** All that are not published become stale. */
  makeAllStale(): Promise<void>;
  derive(values: readonly DerivedValues[]): Promise<void>;
  /** The derived values of this row are to be computed again. */
  makeStale(id: string): Promise<void>;
  /**
   * The first page was read, or never will be, with the reason if there is one. False if it is not being read, or if its
   * derived values are to be computed again: what is checked has the values that follow from its first page.
   */
  setChecked(id: string, fault: string | null): Promise<boolean>;
  /** Null if it is not there or published already. */
  setPublished(id: string): Promise<StagedRecord | null>;
  /**
   * Published ones get back the state they had before and are staged again; their derived values are to be computed again.
   * Others are left alone.
   */
  takeBack(rows: readonly { id: string; state: FormerState }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Remembers that the texts of two files are nearly the same, if either is staged. */
  addSimilar(one: string, other: string, same: number): Promise<void>;
  /** Forgets rows that were not touched since that lived time: published ones, and those without any bytes. Returns how many. */
  forgetUntouched(bounds: { published: number; waiting: number; limit: number }): Promise<number>;
}

import type { PlaceGuess } from '#domain/guess/guess-place.ts';
import type { DriveEvidence, DriveSignal } from '#domain/guess/drive-evidence.ts';
import type { Doubt } from '#domain/guess/names/place-fields.ts';
import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import type { Inherited, ManualExample } from '#domain/guess/take-over.ts';
import type { StagedFilter } from '#contract/staging.ts';

/** `waiting` for bytes; `reading`: the bytes have arrived, the first page is not read yet. */
export type StagedState = 'waiting' | 'reading' | 'checked' | 'published';

/** The state of a file before it was published. */
export type FormerState = Extract<StagedState, 'reading' | 'checked'>;

/** A staged file: one row for all paths with the same bytes. */
export type StagedRecord = {
  id: string;
  sequence: number;
  /** The path that best shows where the file belongs. */
  path: string;
  /** `path`, followed by the other paths by name; at most `stagingLimits.maxListedPaths`. */
  paths: readonly string[];
  /** Number of paths, at most `stagingLimits.maxPaths`. */
  pathCount: number;
  sizeBytes: number;
  sha256: string;
  fileId: string;
  materialId: string;
  state: StagedState;
  /** Reason, for the administrator, why the first page could not be read. */
  fault: string | null;
  /** Reason, for the administrator, why the server refused the file's bytes; only while the row waits for them. */
  refusal: string | null;
  manual: ManualFields;
  inherited: Inherited;
  /** Null before the first guess. */
  guess: PlaceGuess | null;
  doubtful: Doubt[];
  confidence: number;
  /** Greater than 0 if the derived values (inherited, guess, doubtful, confidence) are stale. */
  stale: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
  /** The record of the row's file; null before the first chunk arrives. */
  file: { isFinished: boolean; mimeType: string; pageCount: number | null; warning: string | null } | null;
};

/**
 * Values derived for a row. They are stored only if neither `stale` nor `revision` has changed since the computation
 * began. `stale` alone would not be enough: another computation may have reset it, and it may have been counted up
 * again.
 */
export type DerivedValues = Pick<
  StagedRecord,
  'id' | 'path' | 'stale' | 'revision' | 'inherited' | 'guess' | 'doubtful' | 'confidence'
>;

/** Rows to merge: `from` are removed; `into` gets their paths and the values of `manual`. */
export type StagedMerge = { into: string; from: readonly string[]; manual: ManualFields };

/** Another file with the same bytes or nearly the same text: of a material, or staged. */
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
  /** True if only administrators may read the material. */
  isHidden: boolean;
  /** Time at which the material was moved to the trash or hidden. */
  since: string | null;
};

/** A PDF that was made, or will be made, from photographs. */
export type PhotographedPdf = {
  fileId: string;
  /** The digests of the photographs, in the order of the pages. */
  photographs: string[];
} & (
  | { of: 'row'; id: string; path: string; state: StagedState }
  | { of: 'material'; id: string; title: string; isInTrash: boolean; isHidden: boolean }
);

export type StagedCounts = Record<StagedFilter, number>;

/** The rows of staged files. Functions that take ids or digests take at most 1,000. */
export interface StagingRecords {
  /**
   * Adds a row for each new digest, and the new paths of known digests. Returns the row of each file in the given
   * order: the same row for files with the same digest. `created` counts new rows. Returns null and adds nothing if
   * there would be more than `mayAdd` rows in total. `photographs`: the digests of the photographs that a PDF will be
   * made of.
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
  /** Returns the existing rows with these ids, in no particular order. */
  find(ids: readonly string[]): Promise<StagedRecord[]>;
  findByDigest(sha256: string): Promise<StagedRecord[]>;
  /** Stores the reason why the server refused the bytes that were sent for this file. */
  refuse(fileId: string, reason: string): Promise<void>;
  /**
   * Returns rows that share their digest with others, for digests after `after`. Rows are sorted by digest, then by the order
   * of staging. `limit` counts digests, so that all rows of a digest are returned together.
   */
  listCopies(after: string, limit: number): Promise<StagedRecord[]>;
  merge(merges: readonly StagedMerge[]): Promise<void>;
  /** Returns published rows with one of these digests. */
  findPublished(digests: readonly string[]): Promise<StagedRecord[]>;
  /**
   * Returns PDFs that were made, or will be made, from any of these photographs, whether staged or of materials. A PDF
   * that is both is returned twice.
   */
  findPhotographed(digests: readonly string[]): Promise<PhotographedPdf[]>;
  /**
   * Returns the photographs and documents of these rows that are stored under the id of their digest
   * (contract/photographs.ts), by the id of the row.
   */
  storedSources(ids: readonly string[]): Promise<{ id: string; fileId: string; mediaType: string }[]>;
  /** Returns the digests of the photographs of these rows that no other row needs. */
  ownPhotographs(ids: readonly string[]): Promise<string[]>;
  /** Returns rows in the order of staging, after the row with the sequence `after`. */
  list(page: { filter: StagedFilter; after: number; limit: number }): Promise<StagedRecord[]>;
  counts(): Promise<StagedCounts>;
  /** True if any row is not published. */
  hasOpen(): Promise<boolean>;
  /** Returns rows in the state `reading` in the order of staging, after the row with the sequence `after`. */
  listReading(after: number, limit: number): Promise<StagedRecord[]>;
  /** Returns the number of the last change. */
  revision(): Promise<number>;
  /**
   * Returns rows that were changed or removed after that revision, the earliest change first; null if that revision is
   * no longer in the log.
   */
  changesSince(
    revision: number,
    limit: number,
  ): Promise<{ revision: number; records: StagedRecord[]; removed: { id: string; revision: number }[] } | null>;
  /**
   * Returns duplicates of these rows, at most a few per row. Of two unpublished files whose bytes have arrived, one is
   * the duplicate: the PDF that was made of a document or photographs, else the one that was staged later. Visible
   * materials come first, materials in the trash last.
   */
  duplicatesOf(ids: readonly string[]): Promise<FoundDuplicate[]>;
  /** Stores manual values, and makes all rows with a path in one of the folders of these rows stale. Skips published rows. */
  setManual(rows: readonly { id: string; manual: ManualFields }[]): Promise<void>;
  /**
   * Returns examples for the folders of all paths of these rows, by folder: up to two files for each set of manual
   * values and name pattern. Their paths are those in the folder.
   */
  examplesFor(ids: readonly string[]): Promise<Map<string, ManualExample[]>>;
  /** Replaces the stored signals of these rows. */
  noteSignals(rows: readonly { id: string; drive: string; signals: readonly DriveSignal[] }[]): Promise<void>;
  /** Counts, for each drive, the rows that have each signal. */
  countSignals(drives: readonly string[]): Promise<Map<string, { signal: DriveSignal; files: number }[]>>;
  /**
   * Stores the evidence of a drive. Returns true if it differs from the stored evidence; the unpublished rows of the
   * drive, except those in `except`, then become stale.
   */
  setDrive(drive: string, evidence: DriveEvidence, except: readonly string[]): Promise<boolean>;
  /** Returns rows with stale derived values. */
  listStale(limit: number): Promise<StagedRecord[]>;
  /** Makes all unpublished rows stale. */
  makeAllStale(): Promise<void>;
  derive(values: readonly DerivedValues[]): Promise<void>;
  /** Makes this row stale. */
  makeStale(id: string): Promise<void>;
  /**
   * Marks a row as checked: its first page was read, or never will be (`fault` is the reason, if there is one). Returns
   * false if the row is not in the state `reading`, or is stale: a checked row has the values derived from its first
   * page.
   */
  setChecked(id: string, fault: string | null): Promise<boolean>;
  /** Returns null if the row does not exist or is published already. */
  setPublished(id: string): Promise<StagedRecord | null>;
  /**
   * Returns published rows to their former state, so that they are staged again, and makes them stale. Skips other rows.
   */
  takeBack(rows: readonly { id: string; state: FormerState }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Stores that the texts of two files are nearly the same, if either is staged. */
  addSimilar(one: string, other: string, same: number): Promise<void>;
  /**
   * Deletes published rows, and rows without bytes, that were not changed since that lived time. Returns their number.
   */
  forgetUntouched(bounds: { published: number; waiting: number; limit: number }): Promise<number>;
}

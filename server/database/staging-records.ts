import type { PlaceGuess } from '#domain/guess/guess-place.ts';
import type { DriveEvidence, DriveSignal } from '#domain/guess/drive-evidence.ts';
import type { Doubt } from '#domain/guess/place-fields.ts';
import type { ToldFields } from '#domain/guess/resolve-fields.ts';
import type { TakenOver, ToldExample } from '#domain/guess/take-over.ts';
import type { StagedFilter } from '#contract/staging.ts';

/** `waiting` for bytes, `reading`: they are there, the first page is still to be read. */
export type StagedState = 'waiting' | 'reading' | 'checked' | 'published';

/** A file that is staged. */
export type StagedRecord = {
  id: string;
  sequence: number;
  path: string;
  sizeBytes: number;
  sha256: string;
  fileId: string;
  materialId: string;
  state: StagedState;
  /** Why its first page could not be read, for the administrator. */
  fault: string | null;
  /** Why the server refused its bytes, for the administrator; only while it waits for them. */
  refusal: string | null;
  told: ToldFields;
  taken: TakenOver;
  /** Null until it was guessed for the first time. */
  guess: PlaceGuess | null;
  doubtful: Doubt[];
  confidence: number;
  /** Greater than 0 if the derived values (taken, guess, doubtful, confidence) are to be computed again. */
  stale: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
  /** The record of its file: null before the first chunk. */
  file: { isFinished: boolean; mimeType: string; pageCount: number | null; warning: string | null } | null;
};

/**
 * What is derived for a row. It is only stored if `stale` and `revision` are what they were when the computation began:
 * `stale` alone may have been reset by another computation, and counted up again, in the meantime.
 */
export type DerivedValues = Pick<
  StagedRecord,
  'id' | 'stale' | 'revision' | 'taken' | 'guess' | 'doubtful' | 'confidence'
>;

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

export type StagedCounts = Record<StagedFilter, number>;

/** Rows of files that are staged. Functions that take ids or digests take at most 1,000. */
export interface StagingRecords {
  /**
   * Adds those whose path and digest are not there yet, and returns all of them in the order given. With `mayAdd`, adds
   * nothing and returns null if there would be more rows than that in all.
   */
  add(
    files: readonly {
      id: string;
      path: string;
      sizeBytes: number;
      sha256: string;
      fileId: string;
      materialId: string;
    }[],
    mayAdd: number,
  ): Promise<{ records: StagedRecord[]; created: number } | null>;
  /** Those that exist, in no order. */
  find(ids: readonly string[]): Promise<StagedRecord[]>;
  findByDigest(sha256: string): Promise<StagedRecord[]>;
  /** Notes that the server refused the bytes that were sent for the row of this file. */
  refuse(fileId: string, reason: string): Promise<void>;
  /** Counts rows that wait for these bytes as changed: they are duplicates now. */
  touchWaiting(sha256: string): Promise<void>;
  /** Published ones with one of these digests. */
  findPublished(digests: readonly string[]): Promise<StagedRecord[]>;
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
  /** Stores what is told, and makes all rows of their folders stale. Published rows are left alone. */
  tell(rows: readonly { id: string; told: ToldFields }[]): Promise<void>;
  /**
   * Examples by folder for the folders of these rows: of each set of values that was set by hand for files of one name
   * pattern, two files if there are two.
   */
  examplesFor(ids: readonly string[]): Promise<Map<string, ToldExample[]>>;
  /** Stores what each of these rows says of its drive, instead of what was stored of it before. */
  noteSignals(rows: readonly { id: string; drive: string; signals: readonly DriveSignal[] }[]): Promise<void>;
  /** How many rows of each drive have each signal. */
  countSignals(drives: readonly string[]): Promise<Map<string, { signal: DriveSignal; files: number }[]>>;
  /**
   * Stores the evidence of a drive. If it differs from what was stored, the drive's rows that are not published become
   * stale, but for those of `except`. Returns true then.
   */
  setDrive(drive: string, evidence: DriveEvidence, except: readonly string[]): Promise<boolean>;
  /** Files of these drives are gone: the other rows that are not published become stale. */
  makeDrivesStale(drives: readonly string[]): Promise<void>;
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
  remove(ids: readonly string[]): Promise<void>;
  /** Remembers that the texts of two files are nearly the same, if either is staged. */
  addSimilar(one: string, other: string, same: number): Promise<void>;
  /** Forgets rows that were not touched since that lived time: published ones, and those without any bytes. Returns how many. */
  forgetUntouched(bounds: { published: number; waiting: number; limit: number }): Promise<number>;
}

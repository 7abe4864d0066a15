import type { FileRecord, LinkedPhotograph } from './file-record.ts';

/**
 * Holds on files, so that only one of several processes works on a file at a time. Times are by the clock of the
 * database, which is the same for all. A hold that is not renewed expires, so nothing waits for a killed process.
 */
export interface FileHolds {
  /** Duration of a hold that is not renewed, in milliseconds. */
  holdMs: number;
  /** Acquires or renews the hold. False if another process holds the file. */
  take(fileId: string): Promise<boolean>;
  /** Releases the hold of this process. */
  release(fileId: string): Promise<void>;
  /** True if another process holds the file. */
  isHeld(fileId: string): Promise<boolean>;
}

/** A PDF that some process makes of photographs, or failed to make. */
export type SharedWork = {
  /** The id of the attempt: starting the same PDF again is a new attempt. */
  attempt: string;
  state: 'waiting' | 'making' | 'failed';
  /** Pages made so far. */
  done: number;
  total: number;
  failure: { message: string; photographId: string | null } | null;
  /** In page order, without those that were deleted meanwhile. */
  photographs: readonly (LinkedPhotograph & { file: FileRecord })[];
};

/** The progress that a process reports for a PDF it is making. */
type KeptWork = { fileId: string; attempt: string; state: 'waiting' | 'making'; done: number };

/**
 * PDFs of photographs that are being made, where several processes share the records: each is made by one of them, by
 * the clock of the database. An entry that is not renewed expires, so nothing waits for a killed process.
 */
export interface PhotographWorks {
  /** Duration of an entry that is not renewed, in milliseconds. */
  holdMs: number;
  /**
   * Records that this process makes the PDF; false if one already does. Entries that failed or expired are replaced.
   */
  begin(fileId: string, attempt: string, photographs: readonly LinkedPhotograph[]): Promise<boolean>;
  /** Renews the entries and stores their progress. Returns the attempts that were neither removed nor replaced. */
  keep(works: readonly KeptWork[]): Promise<ReadonlySet<string>>;
  /** Stores why an attempt failed, if it is still the current one. */
  fail(work: Omit<KeptWork, 'state'>, failure: NonNullable<SharedWork['failure']>): Promise<void>;
  /** Removes an attempt, if it is still the current one. */
  end(fileId: string, attempt: string): Promise<void>;
  /** Removes the entry of any process, which notices at its next renewal. */
  remove(fileId: string): Promise<void>;
  /** Null if nobody makes it, or if its process has died. A failure can be found for at least an hour. */
  find(fileId: string): Promise<SharedWork | null>;
}

import type { FileRecord, LinkedPhotograph } from './file-record.ts';

/**
 * Holds on files, so that only one of several processes works on a file at a time. Times are those of the database's
 * clock, which all processes share. A hold that is not renewed expires, so no process waits for a killed one.
 */
export interface FileHolds {
  /** Time after which a hold expires if it is not renewed, in milliseconds. */
  holdMs: number;
  /** Acquires or renews the hold. Returns false if another process holds the file. */
  take(fileId: string): Promise<boolean>;
  /** Releases the hold of this process. */
  release(fileId: string): Promise<void>;
  /** True if another process holds the file. */
  isHeld(fileId: string): Promise<boolean>;
}

/** A PDF that a process is making from photographs, or failed to make. */
export type SharedWork = {
  /** The id of the attempt: starting the same PDF again is a new attempt. */
  attempt: string;
  state: 'waiting' | 'making' | 'failed';
  /** Number of pages made so far. */
  done: number;
  total: number;
  failure: { message: string; photographId: string | null } | null;
  /** The photographs in page order, without those that were deleted meanwhile. */
  photographs: readonly (LinkedPhotograph & { file: FileRecord })[];
};

/** The progress that a process reports for a PDF it is making. */
type KeptWork = { fileId: string; attempt: string; state: 'waiting' | 'making'; done: number };

/**
 * PDFs of photographs that are being made, where several processes share the records: each is made by one process.
 * Times are those of the database's clock. An entry that is not renewed expires, so no process waits for a killed one.
 */
export interface PhotographWorks {
  /** Time after which an entry expires if it is not renewed, in milliseconds. */
  holdMs: number;
  /**
   * Records that this process makes the PDF. Returns false if a process already makes it. Replaces entries that failed
   * or expired.
   */
  begin(fileId: string, attempt: string, photographs: readonly LinkedPhotograph[]): Promise<boolean>;
  /** Renews the entries and stores their progress. Returns the attempts that were neither removed nor replaced. */
  keep(works: readonly KeptWork[]): Promise<ReadonlySet<string>>;
  /** Stores the reason why an attempt failed, if it is still the current attempt. */
  fail(work: Omit<KeptWork, 'state'>, failure: NonNullable<SharedWork['failure']>): Promise<void>;
  /** Removes an attempt, if it is still the current attempt. */
  end(fileId: string, attempt: string): Promise<void>;
  /** Removes the entry of a PDF, whichever process makes it; that process notices this at its next renewal. */
  remove(fileId: string): Promise<void>;
  /**
   * Returns the state of a PDF. Null if no process makes it, or if its process has died. A failure can be found for at
   * least an hour.
   */
  find(fileId: string): Promise<SharedWork | null>;
}

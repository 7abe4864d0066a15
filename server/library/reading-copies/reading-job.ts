/**
 * The messages between the server and the process that derives reading copies. Bytes are passed in files, never in
 * messages.
 */
export type ReadingJob = {
  kind: 'reading-copy';
  /** SHA-256 of the PDF as it was uploaded. */
  sha256: string;
};

/** The reason why a file will never have a copy. */
export type NoCopyReason = 'encrypted' | 'unreadable' | 'no-gain';

/** The outcome of a job that finished; the copy is at the job's output only if it is `made`. */
export type ReadingOutcome =
  | { state: 'made'; sizeBytes: number; sha256: string }
  | { state: 'useless'; reason: NoCopyReason }
  /** The stored bytes are not those of the file's record. */
  | { state: 'other-bytes' };

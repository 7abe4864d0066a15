/**
 * The messages between the server and the process that derives reading copies. Bytes are passed in files, never in
 * messages.
 */
export type ReadingJob = {
  kind: 'reading-copy';
  /** SHA-256 of the PDF as uploaded. */
  sha256: string;
};

/** The reason why a file will never have a copy. */
export type NoCopyReason = 'encrypted' | 'unreadable' | 'no-gain';

/** The result of a finished job; only if it is `made`, the copy is at the job's output. */
export type ReadingOutcome =
  | { state: 'made'; sizeBytes: number; sha256: string }
  | { state: 'useless'; reason: NoCopyReason }
  /** The stored bytes differ from those in the file's record. */
  | { state: 'other-bytes' };

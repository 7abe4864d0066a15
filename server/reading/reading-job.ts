/** What the server and the process that derives reading copies say to each other. Bytes go by files, never by message. */
export type ReadingJob = {
  kind: 'reading-copy';
  /** SHA-256 of the PDF as it was uploaded. */
  sha256: string;
};

/** Why a file is read as it is, for good. */
export type NoCopyReason = 'encrypted' | 'unreadable' | 'no-gain';

/** What became of a job that came to an end; the copy lies at the job's output only when it is `made`. */
export type ReadingOutcome =
  | { state: 'made'; sizeBytes: number; sha256: string }
  | { state: 'useless'; reason: NoCopyReason }
  /** What lies there now is not the file that is meant. */
  | { state: 'other-bytes' };

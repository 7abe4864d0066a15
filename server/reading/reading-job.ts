/** What the server and the process that derives reading copies say to each other. Bytes go by files, never by message. */
export type ReadingJob = {
  kind: 'reading-copy';
  /** The PDF as it was uploaded. */
  path: string;
  /** Where the copy is to be written; left there only when it is `made`. */
  output: string;
  /** The machine's own qpdf, or null for the one that comes along as wasm. */
  qpdf: string | null;
};

/** Why a file is read as it is, for good. */
export type NoCopyReason = 'encrypted' | 'unreadable' | 'no-gain';

/** What became of a job that came to an end. */
export type ReadingOutcome =
  { state: 'made'; sizeBytes: number; sha256: string } | { state: 'useless'; reason: NoCopyReason };

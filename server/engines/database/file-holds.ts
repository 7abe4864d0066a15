/**
 * Holds on files, so that only one of several processes works on a file at a time. Times are by the clock of the
 * database, which is the same for all. A hold that is not renewed expires, so nothing waits for a killed process.
 */
export interface FileHolds {
  /** Duration of a hold that is not renewed, in milliseconds. */
  holdMs: number;
  /** False if another process holds the file. */
  take(fileId: string): Promise<boolean>;
  /** Renews the hold of this process. False if it had expired and another process has the file. */
  keep(fileId: string): Promise<boolean>;
  /** Releases the hold of this process. */
  giveUp(fileId: string): Promise<void>;
  /** True if another process holds the file. */
  isHeld(fileId: string): Promise<boolean>;
}

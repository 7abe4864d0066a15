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

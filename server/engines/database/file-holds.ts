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

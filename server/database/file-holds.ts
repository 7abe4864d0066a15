/**
 * Files on which only one of several processes works at a time, by the clock of the database, which is the same for all.
 * A hold that is not kept ends by itself, so that nothing waits for a process that was killed.
 */
export interface FileHolds {
  /** How long a hold lasts unless it is kept, in milliseconds. */
  holdMs: number;
  /** False if another process holds the file. */
  take(fileId: string): Promise<boolean>;
  /** Makes the hold of this process last from now on. False if it had ended and another process has the file. */
  keep(fileId: string): Promise<boolean>;
  /** Ends the hold of this process. */
  giveUp(fileId: string): Promise<void>;
  /** Whether another process holds the file. */
  isHeld(fileId: string): Promise<boolean>;
}

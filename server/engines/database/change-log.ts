import type { Material } from '#domain/material.ts';
import type { FileRecord } from './file-record.ts';

/** The rows that a statement changed, before and after it. Null on the side where there was no row. */
export type LoggedRows =
  | { subject: 'materials'; rows: readonly { before: Material | null; after: Material | null }[] }
  | { subject: 'files'; rows: readonly { before: FileRecord | null; after: FileRecord }[] }
  | { subject: 'deleted files'; rows: readonly { before: FileRecord }[] }
  /** Too many rows to list. */
  | { subject: 'many' };

export type LogEntry = LoggedRows & {
  /** Its position in the log, greater than that of every earlier entry. */
  id: number;
  /** True if this process wrote it and so has already applied it. */
  isOwn: boolean;
  /** Equal for entries of one transaction. */
  transaction: number;
};

/**
 * `listening`: notifications arrive immediately. `connecting`: the connection is being opened, or was lost. `deaf`:
 * it is open but passes no notifications on, for example through a pooler. Except when listening, changes are found
 * by polling every few seconds.
 */
export type LineState = 'listening' | 'connecting' | 'deaf';

/** The changes of all nodes that share a database, in the order in which they became visible. */
export interface ChangeLog {
  /** Returns the position of the last entry, or 0 if there never was one. */
  position(): Promise<number>;
  /**
   * Returns the entries after that position, oldest first. `isComplete` is false if some were already deleted from
   * the log.
   */
  read(after: number, limit: number): Promise<{ entries: LogEntry[]; isComplete: boolean }>;
  /** Deletes entries beyond this number of changes, and entries older than `ms`. */
  prune(kept: { changes: number; ms: number }): Promise<void>;
  /**
   * Calls `onEntry` for entries of every node, shortly after each was written, while the connection is open. Every
   * `checkMs` milliseconds a check verifies that the connection passes notifications on.
   */
  listen(options: {
    onEntry: (id: number) => void;
    onState?: (state: LineState) => void;
    /** Called with the reason when the connection fails: once, until it is open again. */
    onFailure?: (error: unknown) => void;
    checkMs?: number;
  }): {
    readonly state: LineState;
    close(): Promise<void>;
  };
}

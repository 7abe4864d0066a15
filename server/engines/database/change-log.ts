import type { Material } from '#domain/material.ts';
import type { FileRecord } from './file-record.ts';

/** The rows that a statement changed: each before and after the change. Null before an insert and after a delete. */
export type LoggedRows =
  | { subject: 'materials'; rows: readonly { before: Material | null; after: Material | null }[] }
  | { subject: 'files'; rows: readonly { before: FileRecord | null; after: FileRecord }[] }
  | { subject: 'deleted files'; rows: readonly { before: FileRecord }[] }
  /** The statement changed too many rows to list. */
  | { subject: 'many' };

export type LogEntry = LoggedRows & {
  /** Position of the entry in the log, greater than that of every earlier entry. */
  id: number;
  /** True if this process wrote the entry and has therefore already applied it. */
  isOwn: boolean;
  /** Equal for entries of one transaction. */
  transaction: number;
};

/**
 * `listening`: notifications arrive immediately. `connecting`: the connection is being opened, or was lost. `deaf`: the
 * connection is open but passes on no notifications, for example through a pooler. In the latter two states, the node
 * polls for changes every few seconds.
 */
export type LineState = 'listening' | 'connecting' | 'deaf';

/** The changes of all nodes that share a database, in the order in which they became visible. */
export interface ChangeLog {
  /** Returns the position of the last entry, or 0 if there never was one. */
  position(): Promise<number>;
  /**
   * Returns the entries after that position, oldest first. `isComplete` is false if some of these were already deleted
   * from the log.
   */
  read(after: number, limit: number): Promise<{ entries: LogEntry[]; isComplete: boolean }>;
  /** Deletes entries beyond this number of changes, and entries older than `ms`. */
  prune(kept: { changes: number; ms: number }): Promise<void>;
  /**
   * Calls `onEntry` for entries of every node, shortly after each was written, while the connection is open. Checks
   * every `checkMs` milliseconds that the connection passes notifications on.
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

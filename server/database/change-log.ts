import type { Material } from '#domain/material.ts';
import type { FileRecord } from './file-record.ts';

/** What a statement changed: each row before and after it. Null on the side where there was none. */
export type LoggedRows =
  | { subject: 'materials'; rows: readonly { before: Material | null; after: Material | null }[] }
  | { subject: 'files'; rows: readonly { before: FileRecord | null; after: FileRecord }[] }
  | { subject: 'deleted files'; rows: readonly { before: FileRecord }[] }
  /** So many rows that they are not listed. */
  | { subject: 'many' };

export type LogEntry = LoggedRows & {
  /** Its position: greater than that of every entry before. */
  id: number;
  /** Written by this process, which knows it already. */
  isOwn: boolean;
  /** Equal for entries of one transaction. */
  transaction: number;
};

/**
 * `listening`: changes are heard of at once. `connecting`: the line is being made, or was lost. `deaf`: it stands and
 * passes nothing on, as through a pooler. But for the first, changes are found by looking, every few seconds.
 */
export type LineState = 'listening' | 'connecting' | 'deaf';

/** What all nodes over one database changed, in the order in which it became visible. */
export interface ChangeLog {
  /** The position of the last entry; 0 if there never was one. */
  position(): Promise<number>;
  /** The entries after that position, oldest first. `isComplete` is false if some of them are not in the log any more. */
  read(after: number, limit: number): Promise<{ entries: LogEntry[]; isComplete: boolean }>;
  /** Deletes the entries beyond so many changes, and older ones. */
  prune(kept: { changes: number; ms: number }): Promise<void>;
  /**
   * Calls `onEntry` for entries of every node, soon after each was written, as long as the line stands. Every `checkMs`
   * milliseconds it is tried whether it passes notifications on.
   */
  listen(options: {
    onEntry: (id: number) => void;
    onState?: (state: LineState) => void;
    /** Called with the reason when the line cannot be made: once, until it stands again. */
    onFailure?: (error: unknown) => void;
    checkMs?: number;
  }): {
    readonly state: LineState;
    close(): Promise<void>;
  };
}

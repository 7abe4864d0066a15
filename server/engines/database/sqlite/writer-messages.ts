import type { SQLInputValue } from 'node:sqlite';

/** The setup of the writer thread's database. */
export type WriterSetup = {
  file: string;
  /** Time that a statement waits for another process (a backup, a script) to end its transaction. */
  busyTimeoutMs: number;
  cacheKiB: number;
  /**
   * A file that is deleted when less than `bytes` are free on the disk, so that there is space to write
   * (server/machinery/faults/disk-room.ts).
   */
  ballast: { path: string; bytes: number } | null;
};

export type WriterRequest = {
  sql: string;
  parameters: readonly SQLInputValue[];
  /**
   * True for the first statement after the connection was acquired: the thread then rolls back a transaction that is
   * still open.
   */
  isFirst: boolean;
};

export type WriterResult = {
  rows: unknown[];
  /** Number of changed rows; missing for a statement that returns rows. */
  changes?: number | bigint;
  lastInsertRowid?: number | bigint;
};

import type { SQLInputValue } from 'node:sqlite';

/** The setup of the writer thread's database. */
export type WriterSetup = {
  file: string;
  /** Timeout of a statement for another process (a backup, a script) to end its transaction. */
  busyTimeoutMs: number;
  cacheKiB: number;
  /**
   * A file that is deleted when less than `bytes` are free on the disk, so that there is room to write
   * (server/machinery/faults/disk-room.ts).
   */
  ballast: { path: string; bytes: number } | null;
};

export type WriterRequest = {
  sql: string;
  parameters: readonly SQLInputValue[];
  /**
   * True for the first statement after the connection was acquired: a transaction that is still open is rolled back.
   */
  isFirst: boolean;
};

export type WriterResult = {
  rows: unknown[];
  /** Missing for a statement that returns rows. */
  changes?: number | bigint;
  lastInsertRowid?: number | bigint;
};

import type { SQLInputValue } from 'node:sqlite';
import type { ThreadFailure } from '#server/database/thread-failure.ts';

/** How the writing thread opens its database. */
export type WriterSetup = {
  file: string;
  /** How long a statement waits for another process (a backup, a script) to end its transaction. */
  busyTimeoutMs: number;
  cacheKiB: number;
  /** Deleted when less than `bytes` are free on the disk, so that there is room to write (server/faults/disk-room.ts). */
  ballast: { path: string; bytes: number } | null;
};

export type WriterRequest = {
  id: number;
  sql: string;
  parameters: readonly SQLInputValue[];
  /** The first statement after the connection was acquired: a transaction that is still open is rolled back. */
  isFirst: boolean;
};

export type WriterResult = {
  rows: unknown[];
  /** Missing for a statement that returns rows. */
  changes?: number | bigint;
  lastInsertRowid?: number | bigint;
};

export type WriterAnswer = { id: number } & ({ result: WriterResult } | { failure: ThreadFailure });

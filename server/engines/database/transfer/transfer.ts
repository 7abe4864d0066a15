import type { Leases } from '#server/engines/database/sql/leases.ts';
import type { MovedTable } from './moved-tables.ts';

/** A value of a column, the same for every engine: JSON as text in the engine's own formatting. */
export type Value = string | number | null;

/** Values in the order of the columns. */
export type Row = readonly Value[];

/** Batch size: memory use does not grow with the library. */
export const rowsAtOnce = 1000;

/**
 * All records of a library, row by row, for its backups. Separate from the port `Database`: nothing is interpreted,
 * nothing is triggered, every number and time stays the same. Every engine passes transfer.suite.ts.
 */
export interface RecordsTransfer extends AsyncDisposable {
  /** Returns the columns of a moved table without those that the engine makes, sorted by name. */
  columns(table: MovedTable): Promise<string[]>;
  /** Yields the rows in the order of the key, in batches. During `inSnapshot` as of its start; otherwise current. */
  rows(table: MovedTable, columns: readonly string[]): AsyncIterable<Row[]>;
  /** Runs `work`, in which `rows` are those of one moment. */
  inSnapshot<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Replaces all rows of a table, all or none of them. Tables that refer to it lose their rows. Settings of the
   * location (`placeSettings`) stay.
   */
  replace(table: MovedTable, columns: readonly string[], rows: AsyncIterable<Row[]>): Promise<void>;
  /** Counts the rows of a table. */
  count(table: MovedTable): Promise<number>;
  /** True if there is a finished file with these bytes now. */
  holdsFile(file: { id: string; sha256: string }): Promise<boolean>;
  /** The last generated number of a table with sequences, or 0 before the first. */
  lastSequence(table: MovedTable): Promise<number>;
  setLastSequence(table: MovedTable, last: number): Promise<void>;
  /** Same as in the port `Database`: the leases of all users of the records. */
  leases: Leases;
  /** Reads a setting. `setSetting` bypasses the port: it writes even if the library is closed. Null removes it. */
  findSetting(name: string): Promise<string | null>;
  setSetting(name: string, value: string | null): Promise<void>;
  /** Returns the creation time of the library, which identifies it in its backups (milliseconds since 1970). */
  madeAt(): Promise<number>;
  setMadeAt(moment: number): Promise<void>;
  /** Rebuilds the data that the engine derives from the rows, and checks that references are valid. */
  complete(): Promise<void>;
  /** Lists every table of the library in the engine. */
  tables(): Promise<string[]>;
}

import type { Leases } from '#server/engines/database/sql/leases.ts';
import type { MovedTable } from './moved-tables.ts';

/** A value of a column, the same for every engine: JSON as text in the engine's own formatting. */
export type Value = string | number | null;

/** Values in the order of the columns. */
export type Row = readonly Value[];

/** Batch size: memory use does not grow with the library. */
export const rowsAtOnce = 1000;

/**
 * All records of a library, row by row, for its backups. Separate from the port `Database`: it interprets nothing, runs
 * no triggers, and preserves every number and time. Every engine passes transfer.suite.ts.
 */
export interface RecordsTransfer extends AsyncDisposable {
  /** Returns the columns of a moved table, without those that the engine computes, sorted by name. */
  columns(table: MovedTable): Promise<string[]>;
  /**
   * Yields the rows in the order of the key, in batches. Inside `inSnapshot`, yields the state at its start, otherwise
   * the current one.
   */
  rows(table: MovedTable, columns: readonly string[]): AsyncIterable<Row[]>;
  /** Runs `work`, inside which `rows` returns the state of one moment. */
  inSnapshot<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Replaces all rows of a table, all or none of them. Also removes the rows of tables that refer to it. Settings of
   * the location (`placeSettings`) stay.
   */
  replace(table: MovedTable, columns: readonly string[], rows: AsyncIterable<Row[]>): Promise<void>;
  /** Counts the rows of a table. */
  count(table: MovedTable): Promise<number>;
  /** True if there is a finished file with these bytes at the moment. */
  holdsFile(file: { id: string; sha256: string }): Promise<boolean>;
  /** The last generated number of a table with sequences, or 0 before the first. */
  lastSequence(table: MovedTable): Promise<number>;
  setLastSequence(table: MovedTable, last: number): Promise<void>;
  /** Same as in the port `Database`: the leases of all users of the records. */
  leases: Leases;
  /**
   * Reads a setting. Its counterpart `setSetting` bypasses the port: it writes even if the library is closed; null
   * removes the setting.
   */
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

import type { Leases } from '#server/database/leases.ts';
import type { MovedTable } from './moved-tables.ts';

/** A value of a column, the same for every engine: JSON as text in the engine's own writing. */
export type Value = string | number | null;

/** Values in the order of the columns. */
export type Row = readonly Value[];

/** How many rows are handled at once: what is in memory does not grow with the library. */
export const rowsAtOnce = 1000;

/**
 * All records of a library, row by row, for its backups. Apart from the
 * port `Database`: nothing is interpreted, nothing is triggered, every number and moment stays as it is. Every engine
 * passes transfer.suite.ts.
 */
export interface RecordsTransfer extends AsyncDisposable {
  /** The columns of a moved table without those that the engine makes, sorted by name. */
  columns(table: MovedTable): Promise<string[]>;
  /**
   * The rows in the order of the key, in batches. While `inSnapshot` runs, as they were when it began; otherwise as they are
   * now.
   */
  rows(table: MovedTable, columns: readonly string[]): AsyncIterable<Row[]>;
  /** Runs `work`, for which `rows` are those of one moment. */
  inSnapshot<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Replaces all rows of a table, all or none of them. Tables that refer to it lose their rows. Settings that belong to a
   * place (`placeSettings`) stay.
   */
  replace(table: MovedTable, columns: readonly string[], rows: AsyncIterable<Row[]>): Promise<void>;
  /** How many rows there are in a table. */
  count(table: MovedTable): Promise<number>;
  /** Whether there is a finished file with these bytes now. */
  holdsFile(file: { id: string; sha256: string }): Promise<boolean>;
  /** The last number that was given out in a table with sequences, 0 before the first. */
  lastSequence(table: MovedTable): Promise<number>;
  setLastSequence(table: MovedTable, last: number): Promise<void>;
  /** As of the port `Database`: leases of all who use the records. */
  leases: Leases;
  /** A setting, past the port: it is written even if the library is closed. Null removes it. */
  findSetting(name: string): Promise<string | null>;
  setSetting(name: string, value: string | null): Promise<void>;
  /** The moment the library was made, by which its backups know it (milliseconds since 1970). */
  madeAt(): Promise<number>;
  setMadeAt(moment: number): Promise<void>;
  /** Makes again what the engine derives from the rows, and checks that what they refer to is there. */
  complete(): Promise<void>;
  /** Every table of the library that the engine has. */
  tables(): Promise<string[]>;
}

import { LRUCache } from 'lru-cache';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Time that a statement waits for another process (a backup, a script) to end its transaction. */
export const busyTimeoutMs = 5000;
export const cacheKiB = 16 * 1024;

/**
 * Maximum number of prepared statements: enough for every statement of the product; those of rare filters are evicted.
 */
const maxStatements = 256;

/** Opens a read-only connection, for the main thread and those of the read pool. */
export function openReader(file: string, timeout = busyTimeoutMs): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  database.exec(`pragma query_only = on; pragma cache_size = ${-cacheKiB}`);
  return database;
}

/** The SQL name of the function that ends an aborted statement. */
export const stopFunction = 'stop_if_aborted';

/**
 * Defines the function on a connection. `stopIfAborted` throws if the running statement was aborted. Omit it for
 * connections whose statements are never aborted.
 */
export function defineStopFunction(database: DatabaseSync, stopIfAborted: () => void = () => undefined): void {
  database.function(stopFunction, () => {
    stopIfAborted();
    return 1;
  });
}

/** Prepares statements and caches those used most recently. */
export function keepStatements<Statement extends object>(
  prepare: (sql: string) => Statement,
): (sql: string) => Statement {
  const statements = new LRUCache<string, Statement>({ max: maxStatements, memoMethod: prepare });
  return (sql) => statements.memo(sql);
}

/** Returns all rows of a statement. */
export function allRows(statement: StatementSync, parameters: readonly unknown[]) {
  return statement.all(...parameters.map(toInput));
}

/**
 * Rejects other types of values: node:sqlite treats an object as named parameters and silently binds null for all of
 * them.
 */
export function toInput(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(
    `database (sqlite): a ${value === undefined ? 'missing value' : typeof value} cannot be a parameter`,
  );
}

import { LRUCache } from 'lru-cache';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** How long a statement waits for another process (a backup, a script) to end its transaction. */
export const busyTimeoutMs = 5000;
export const cacheKiB = 16 * 1024;

/** Enough for every statement of the product; those of rare filters are evicted again. */
const maxStatements = 256;

/** Opens a connection that can only read. Runs in the server's thread and in those of the read pool. */
export function openReader(file: string, timeout = busyTimeoutMs): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  database.exec(`pragma query_only = on; pragma cache_size = ${-cacheKiB}`);
  return database;
}

/** The name in SQL of the function that ends a statement nobody waits for any more. */
export const stopFunction = 'stop_if_given_up';

/**
 * Makes the function known to a connection. `stopIfGivenUp` throws when the running statement should end; connections
 * whose statements are never given up need none.
 */
export function defineStopFunction(database: DatabaseSync, stopIfGivenUp: () => void = () => undefined): void {
  database.function(stopFunction, () => {
    stopIfGivenUp();
    return 1;
  });
}

/** Prepares statements and caches those used last. */
export function keepStatements<Statement extends object>(
  prepare: (sql: string) => Statement,
): (sql: string) => Statement {
  const statements = new LRUCache<string, Statement>({ max: maxStatements, memoMethod: prepare });
  return (sql) => statements.memo(sql);
}

/** All rows of a statement. */
export function allRows(statement: StatementSync, parameters: readonly unknown[]) {
  return statement.all(...parameters.map(toInput));
}

/** node:sqlite takes an object in first place for named parameters and silently binds null for all of them. */
export function toInput(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(
    `database (sqlite): a ${value === undefined ? 'missing value' : typeof value} cannot be a parameter`,
  );
}

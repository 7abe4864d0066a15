import { DatabaseSync } from 'node:sqlite';

/**
 * Acquires a lock that is released when the process ends in any way: SQLite's own lock on an empty database file. Null
 * if another process has it. Disposing releases the lock; the file stays.
 */
export function holdLock(file: string): Disposable | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) return null;
    throw error;
  }
}

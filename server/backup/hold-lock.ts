import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a lock that ends with the process, whatever ends it: SQLite's own lock on an empty database file. Null when
 * another holds it. Disposing gives it back; the file stays.
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

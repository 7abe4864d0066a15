import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Below the data folder. Empty; may be deleted while no server runs. */
const lockFileName = 'server.lock';

/** Maximum time that a start waits for a server that is still stopping. */
const waitMs = 1000;

/**
 * Makes sure that only one process at a time works on a data folder. The lock is an operating system lock on a
 * separate SQLite file: it is released when the process ends, in any way, and does not depend on process ids, which
 * repeat in containers. Throws an Error that says in one line what to do.
 *
 * Nothing else in this process may open and close that file: the system would release the lock.
 */
export function lockDataFolder(dataDir: string): Disposable {
  return lock(dataDir, waitMs);
}

/** True if a server, or a repair, uses the folder. Changes nothing. */
export function isDataFolderInUse(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, lockFileName))) return false;
  try {
    lock(dataDir, 0)[Symbol.dispose]();
    return false;
  } catch (error) {
    if (error instanceof Error && isLocked(error.cause)) return true;
    throw error;
  }
}

function lock(dataDir: string, timeout: number): Disposable {
  const file = new DatabaseSync(path.join(dataDir, lockFileName), { timeout });
  try {
    // Nothing is written, so that a server starts on a full disk as well.
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (cause) {
    file.close();
    if (!isLocked(cause)) throw cause;
    throw new Error(
      `setting DATA_DIR: ${dataDir} is in use by another Examshelf server; stop that one first, or give this one a separate folder`,
      { cause },
    );
  }
  return { [Symbol.dispose]: () => file.close() };
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6);
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFault } from '#server/machinery/faults/read-fault.ts';

/** The header of a database file (https://sqlite.org/fileformat2.html, section 1.3). */
const headerBytes = 100;
const magic = 'SQLite format 3\0';

/**
 * Returns why a file is not a complete SQLite database, judged by its header and length; null if these are right, or if
 * the file is missing or empty. Reads only a hundred bytes, so it does not slow down the start.
 */
export function describeDamage(file: string): string | null {
  const handle = openOrNull(file);
  if (handle === null) return null;
  try {
    const { size } = fstatSync(handle);
    if (size === 0) return null;
    const header = Buffer.alloc(headerBytes);
    if (readSync(handle, header, 0, headerBytes, 0) < headerBytes || header.toString('latin1', 0, 16) !== magic)
      return 'is not a SQLite database';
    const written = header.readUInt16BE(16);
    const pageBytes = written === 1 ? 65_536 : written;
    const pages = header.readUInt32BE(28);
    // The count is valid only if it was written together with the change counter; missing pages may be in the log.
    if (header.readUInt32BE(24) === header.readUInt32BE(92) && size < pageBytes * pages && !hasLog(file))
      return `is cut off: it has ${size} of ${pageBytes * pages} bytes`;
    return null;
  } finally {
    closeSync(handle);
  }
}

/**
 * Returns the error for a database that can't be opened: one line with the setting, the file and the action to take.
 */
export function explainOpening(file: string, error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  const damage = describeDamage(file);
  // Errors that are not from SQLite, such as an unknown migration, already say what to do.
  if (damage === null && error instanceof Error && !('errcode' in error)) return error;
  const fault = readFault(error);
  const cure =
    'Keep a copy of the folder as it is, then put back the latest backup (npm run restore, docs/operating.md); nothing was changed';
  if (damage ?? fault === 'database-damaged')
    return new Error(`setting DATA_DIR: the database ${file} ${damage ?? `is damaged (${said})`}. ${cure}`, {
      cause: error,
    });
  if (fault === 'writing-held-up')
    return new Error(
      `setting DATA_DIR: the database ${file} is locked by another program. Stop it (fuser ${file} shows which) and start again`,
      { cause: error },
    );
  if (fault === 'disk-full')
    return new Error(`setting DATA_DIR: the disk of ${file} is full. Make room on it and start again`, {
      cause: error,
    });
  return new Error(`setting DATA_DIR: the database ${file} cannot be opened (${said})`, { cause: error });
}

function hasLog(file: string): boolean {
  const handle = openOrNull(`${file}-wal`);
  if (handle === null) return false;
  try {
    return fstatSync(handle).size > 0;
  } finally {
    closeSync(handle);
  }
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch {
    return null;
  }
}

import { readdir } from 'node:fs/promises';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { passwordFileName } from './password-file.ts';

/** Every name that a server creates in its data folder, or a file system on its own disk. */
const names = new Set([
  sqliteFileName,
  `${sqliteFileName}-wal`,
  `${sqliteFileName}-shm`,
  'server.lock',
  'ballast',
  passwordFileName,
  'arriving',
  'files',
  'files-aside',
  'backups',
  'photographs',
  'pictures',
  'reading',
  'search',
  'share',
  'texts',
  'lost+found',
]);

/**
 * True if the folder contains nothing but a library, or nothing at all. False if it can't be read. Advice that
 * changes or moves a whole folder is only for such a folder: DATA_DIR may have been set to /var/lib by mistake.
 */
export async function holdsOnlyLibrary(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch(() => null);
  return found !== null && found.every((name) => names.has(name) || name.startsWith('.start-'));
}

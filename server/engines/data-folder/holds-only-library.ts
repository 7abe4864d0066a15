import { readdir } from 'node:fs/promises';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { passwordFileName } from './password-file.ts';

/** Every name that a server, or a file system on its own disk, creates in a data folder. */
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
 * True if the folder contains only a library, or nothing. False if it can't be read. Only for such a folder may
 * messages recommend to change or move it as a whole: DATA_DIR may have been set to /var/lib by mistake.
 */
export async function holdsOnlyLibrary(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch(() => null);
  return found !== null && found.every((name) => names.has(name) || name.startsWith('.start-'));
}

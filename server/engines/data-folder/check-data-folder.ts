import { constants } from 'node:fs';
import { access, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { makeFolder } from '#server/machinery/files/make-folder.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { codeOf, explainDataFolder } from './explain-data-folder.ts';

/** The folders that the server writes into. It creates those that are missing. */
const folders = ['.', 'files', 'files/parts', 'files/temp', 'pictures', 'share', 'reading', 'texts', 'search'];
/** The database, and the files that SQLite creates next to it while it is open. */
const files = [sqliteFileName, `${sqliteFileName}-wal`, `${sqliteFileName}-shm`];

/**
 * Creates the data folder and checks that everything in it can be written. Throws an Error with one line that names
 * the setting, the path and the remedy.
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const root = path.resolve(dataDir);
  for (const name of folders) {
    const folder = path.join(root, name);
    try {
      await makeFolder(folder);
      await tryWriting(folder);
    } catch (error) {
      // On a full disk the server can still read, and deleting frees space.
      if (!isFull(error) || !(await isFolder(folder))) throw await explainDataFolder({ root, place: folder, error });
    }
  }
  for (const name of files) {
    const file = path.join(root, name);
    try {
      await access(file, constants.R_OK | constants.W_OK);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw await explainDataFolder({ root, place: file, error });
    }
  }
}

async function tryWriting(folder: string): Promise<void> {
  const probe = path.join(folder, `.start-${randomUUID()}`);
  try {
    const handle = await open(probe, 'wx');
    await handle.close();
  } finally {
    await rm(probe, { force: true });
  }
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
}

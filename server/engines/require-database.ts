import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { arrivingSetting, closedSetting, describeClosed } from '#server/machinery/faults/closed-library.ts';
import type { Database } from '#server/engines/database/database.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { filesFolder } from './open-storage.ts';
import { isRestorationMark } from '#server/engines/storage/restoration-mark.ts';

/**
 * Stops a start that would treat a library with a lost database as a new one. Called before the database is opened,
 * which would create an empty one. Throws an Error that says in one line what to do.
 */
export async function requireDatabaseFile(dataDir: string): Promise<void> {
  const database = path.join(dataDir, sqliteFileName);
  if ((await sizeOf(database)) > 0) return;
  if ((await sizeOf(`${database}-wal`)) > 0) {
    throw new Error(
      `setting DATA_DIR: in ${dataDir} there is ${sqliteFileName}-wal but no ${sqliteFileName}, to which it belongs; put both back from where they were, or from a backup, and start again (nothing was changed)`,
    );
  }
  const count = await countStoredFiles(dataDir);
  if (count > 0) throw lostDatabase(dataDir, count, 'is missing', sqliteFileName);
}

/** Does the same for a database that exists but has no records of files. `name` is its name in messages. */
export async function requireRecords(dataDir: string, { files, materials }: Database, name: string): Promise<void> {
  // A database with materials and without files is not an empty one: a repair restores the records of the files.
  if ((await files.hasAny()) || (await files.listRemoved(1)).length > 0 || (await materials.lastSequence()) > 0) return;
  const count = await countStoredFiles(dataDir);
  if (count > 0) throw lostDatabase(dataDir, count, 'knows of none', name);
}

/** Stops the start of a server whose library was moved elsewhere, or has not arrived completely. */
export async function requireHere({ settings }: Pick<Database, 'settings'>): Promise<void> {
  const arriving = await settings.find(arrivingSetting);
  if (isRestorationMark(arriving))
    throw new Error(
      'setting DATABASE_URL: a backup is being restored into this database, or that was interrupted; wait for it, or run the same "npm run restore" again (nothing was changed)',
    );
  if (arriving !== null)
    throw new Error(
      'setting DATABASE_URL: a library in this database has not arrived completely; name another database, and restore or move it again (nothing was changed)',
    );
  const closed = describeClosed(await settings.find(closedSetting));
  if (closed !== null) throw new Error(closed);
}

function lostDatabase(dataDir: string, count: number, state: string, name: string): Error {
  const files = `${count} stored ${count === 1 ? 'file' : 'files'}`;
  return new Error(
    `setting DATA_DIR: ${dataDir} holds ${files}, but its database (${name}) ${state}; put the database back from a backup and start again, or, to begin an empty library, move the folder "${filesFolder}" somewhere else first (nothing was changed)`,
  );
}

async function countStoredFiles(dataDir: string): Promise<number> {
  const root = path.join(dataDir, filesFolder);
  let count = 0;
  for (const name of await readdir(root).catch(() => [])) {
    if (/^[0-9a-f]{2}$/.test(name)) count += (await readdir(path.join(root, name)).catch(() => [])).length;
  }
  return count;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

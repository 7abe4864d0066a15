import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkDataFolder } from '#server/data-folder/check-data-folder.ts';
import { lockDataFolder } from '#server/data-folder/lock-data-folder.ts';
import { arrivingSetting } from '#server/database/closed-library.ts';
import { openTransfer } from '#server/database/open-database.ts';
import type { Patience } from '#server/database/postgres/patience.ts';
import { libraryIdSetting } from '#server/database/snapshot.ts';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import { movedTables, type MovedTable } from '#server/database/transfer/moved-tables.ts';
import type { RecordsTransfer } from '#server/database/transfer/transfer.ts';
import { syncPath } from '#server/storage/durable.ts';
import { filesFolder, openStorage } from '#server/storage/open-storage.ts';
import { isRestorationMark } from '#server/storage/restoration-mark.ts';
import type { Storage } from '#server/storage/storage.ts';
import { MoveProblem, type Place } from './place.ts';

/** Below the data folder: the database file until the library has arrived. */
const arrivingFolder = 'arriving';

/** Records that are arriving. */
export type Arrival = { records: RecordsTransfer; finish(): Promise<void> };

/**
 * Opens the records of the new place, which must be empty or those of an earlier attempt with this library. No server opens
 * them before `finish`. What is open is added to `opened`. Throws MoveProblem.
 */
export async function openArrivingRecords(
  to: Place,
  { libraryId, opened, patience }: { libraryId: string; opened: AsyncDisposableStack; patience: Patience | undefined },
): Promise<Arrival> {
  const target = path.join(to.dataDir, sqliteFileName);
  const dataDir = path.join(to.dataDir, arrivingFolder);
  if (!to.database) {
    if (existsSync(target))
      throw new MoveProblem(`${target} is in the way; move it elsewhere, or name another folder with --to-data-dir`);
    await mkdir(dataDir, { recursive: true });
  }
  const records = await openTransfer({ dataDir, address: to.database, isNew: true, patience });
  opened.use(records);
  // Without the mark, but still in that folder: an earlier attempt was killed in its last step.
  const isOurs = !to.database && (await records.findSetting(libraryIdSetting)) === libraryId;
  const owner = isOurs ? libraryId : await records.findSetting(arrivingSetting);
  if (owner === null) {
    await requireEmpty(records);
    await records.setSetting(arrivingSetting, libraryId);
  } else if (isRestorationMark(owner))
    throw new MoveProblem(
      'a backup is being restored into that database, or that was interrupted; finish that first, or name another database',
    );
  else if (owner !== libraryId)
    throw new MoveProblem(
      'another library is being moved to that database; finish that move first, or name another database',
    );
  return {
    records,
    async finish() {
      await records.setSetting(arrivingSetting, null);
      if (to.database) return;
      // The last connection writes everything into the one file.
      await records[Symbol.asyncDispose]();
      if (existsSync(path.join(dataDir, `${sqliteFileName}-wal`)))
        throw new MoveProblem(`${dataDir} is in use by another program; end it, then run the same command again`);
      await rename(path.join(dataDir, sqliteFileName), target);
      await syncPath(to.dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function requireEmpty(records: RecordsTransfer): Promise<void> {
  const occupied = await findOccupied(records);
  if (occupied !== null)
    throw new MoveProblem(
      `the database to move to is not empty (it has rows in ${occupied}); name an empty one. If the library was moved there already, set DATABASE_URL to it`,
    );
}

/** The first table with rows; null if there is none. What the migrations themselves put there does not count. */
export async function findOccupied(records: RecordsTransfer): Promise<string | null> {
  for (const table of movedTables) if (!isClock(table) && (await records.count(table)) > 0) return table.name;
  return null;
}

/** The migrations put one row into each of these tables, which has to stay. */
export const isClock = ({ name }: MovedTable): boolean => name.endsWith('_clock');

/** Opens the store of a place beside servers that may be using it. */
export async function openFiles({ dataDir, store }: Place, opened: AsyncDisposableStack) {
  const storage = await openStorage({ dataDir, store, purpose: `move-${process.pid}` });
  opened.defer(() => storage.close());
  return storage;
}

/**
 * Opens the store of the new place, which must be empty or that of an earlier attempt with this library. Throws MoveProblem,
 * or the Error of a store that belongs to another library.
 */
export async function openArrivingFiles(
  to: Place,
  libraryId: string,
  opened: AsyncDisposableStack,
): Promise<{ storage: Storage; finish(): Promise<void> }> {
  const storage = await openFiles(to, opened);
  if (storage.claim) {
    await storage.claim(libraryId);
    return { storage, finish: async () => {} };
  }
  const note = path.join(to.dataDir, filesFolder, 'arriving');
  // One that is empty could not be written, because the disk was full.
  const owner = (await readFile(note, 'utf8').catch(() => null)) || null;
  if (owner !== null && owner !== libraryId)
    throw new MoveProblem(
      `another library is being moved to ${to.dataDir}; finish that move first, or name another folder`,
    );
  if (owner === null) {
    for await (const { fileId } of storage.list())
      throw new MoveProblem(
        `${path.join(to.dataDir, filesFolder)} is not empty (it holds ${fileId}); move it elsewhere, or name another folder with --to-data-dir`,
      );
    await writeFile(note, libraryId, { flush: true });
  }
  return { storage, finish: () => rm(note, { force: true }) };
}

/** Makes the data folder of the new place, which no server may use; that of the old place may be in use. */
export async function claimFolder(from: Place, to: Place, opened: AsyncDisposableStack): Promise<void> {
  await checkDataFolder(to.dataDir);
  if (path.resolve(from.dataDir) !== path.resolve(to.dataDir)) opened.use(lockDataFolder(to.dataDir));
}

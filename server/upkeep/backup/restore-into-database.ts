import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkDataFolder } from '#server/engines/data-folder/check-data-folder.ts';
import { lockDataFolder } from '#server/engines/data-folder/lock-data-folder.ts';
import type { Patience } from '#server/engines/database/postgres/client-config.ts';
import { NotVacant } from '#server/engines/database/postgres/postgres-errors.ts';
import { nameLibrary } from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { copyRecords, TransferProblem } from '#server/engines/database/transfer/copy-records.ts';
import { hasSequence, movedTables, type MovedTable } from '#server/engines/database/transfer/moved-tables.ts';
import type { RecordsTransfer, Row } from '#server/engines/database/transfer/transfer.ts';
import { openTransfer } from '#server/engines/open-database.ts';
import { readRestorationMark, restorationMark, restoredMark } from '#server/engines/storage/storage.ts';
import { arrivingSetting } from '#server/machinery/faults/closed-library.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import type { Place } from './place.ts';
import { requireRoom } from './restoration-folder.ts';
import { restoreDatabase, type OpenBackup } from './restore-contents.ts';
import { openMarkedStore, requireRestorable, restoreIntoStore } from './restore-into-store.ts';

const workPrefix = 'restoring-';

/** The target, and the timeouts for PostgreSQL. */
type Target = Place & { patience?: Patience | undefined };

/**
 * Restores records into a PostgreSQL database, which must be empty, and files into the store of `to`. The database is
 * marked until everything has arrived, so that no server opens it; the next restoration removes the remains of a
 * killed one. No server may use the data folder, which temporarily contains the records. Throws BackupProblem, or an
 * Error with one line that says what to do.
 */
export async function restoreIntoDatabase(backup: OpenBackup, to: Target): Promise<void> {
  try {
    await restore(backup, to);
  } catch (error) {
    // Errors from opening engines and folders already name the wrong setting and the reason.
    const isSaid =
      error instanceof TransferProblem ||
      error instanceof NotVacant ||
      (error instanceof Error && error.message.startsWith('setting '));
    if (isSaid) throw new BackupProblem(error.message, { cause: error });
    if (error instanceof Error && 'code' in error && refusedText.has(String(error.code)))
      throw new BackupProblem(
        `PostgreSQL refuses a text with a NUL character (${error.message}); correct it in the panel, and back up again`,
        { cause: error },
      );
    throw error;
  }
}

/**
 * PostgreSQL has no text with a NUL character: 22P05 (untranslatable_character) and 22021
 * (character_not_in_repertoire).
 */
const refusedText = new Set(['22P05', '22021']);

async function restore(backup: OpenBackup, to: Target): Promise<void> {
  const { manifest } = backup;
  await checkDataFolder(to.dataDir);
  using opened = new DisposableStack();
  opened.use(lockDataFolder(to.dataDir));
  await removeLeftovers(to.dataDir);
  // Records of an older release exist twice while they are migrated.
  const room = { ...manifest.database, sizeBytes: 2 * manifest.database.sizeBytes };
  await requireRoom(to.dataDir, { ...manifest, database: room, ...(to.store && { bytes: 0 }) });
  const library = await mkdtemp(path.join(to.dataDir, workPrefix));
  try {
    const facts = await restoreDatabase({ ...backup, library });
    const libraryId = nameLibrary(path.join(library, sqliteFileName));
    await using from = await openTransfer({ dataDir: library, address: null, isNew: true });
    await using store = await openMarkedStore(to.dataDir, to.store);
    const id = randomUUID();
    const unopened = await claimDatabase(to, id, (left) => requireRestorable(store, left));
    let isComplete = false;
    const finish = async () => {
      await using records = await openRecords(to);
      const { signal = new AbortController().signal } = backup;
      await copyRecords({ from, to: records, signal });
      await requireOurs(records, id);
      isComplete = true;
      await records.setSetting(arrivingSetting, null);
    };
    const mayClear = () => emptyDatabase(to, id, isComplete);
    try {
      await restoreIntoStore(store, { ...backup, facts }, { id, unopened, libraryId, finish, mayClear });
    } catch (error) {
      // From the mark of the database the next restoration learns that files which could not be removed belong to no
      // library.
      await releaseDatabase(to, id, async () => (await store.owner()) !== restoredMark(id, libraryId)).catch(
        () => undefined,
      );
      throw error;
    }
  } finally {
    await rm(library, { recursive: true, force: true }).catch(() => undefined);
  }
}

const openRecords = ({ dataDir, database, patience }: Target) =>
  openTransfer({ dataDir, address: database, isNew: true, patience });

/**
 * Marks the database, which must be empty or have the remains of a killed restoration. Returns the name of that
 * restoration. `check` is called before anything is changed.
 */
async function claimDatabase(
  to: Target,
  id: string,
  check: (unopened: string | null) => Promise<void>,
): Promise<string | null> {
  await using records = await openRecords(to);
  const mark = await records.findSetting(arrivingSetting);
  const unopened = readRestorationMark(mark);
  if (mark !== null && unopened === null)
    throw new BackupProblem('another library is arriving in the database to restore into; name another database');
  const occupied = unopened === null ? await findOccupied(records) : null;
  if (occupied !== null)
    throw new BackupProblem(
      `the database to restore into is not empty (it has rows in ${occupied}); name an empty one (createdb), nothing was changed`,
    );
  await check(unopened);
  await records.setSetting(arrivingSetting, restorationMark(id));
  return unopened;
}

async function requireOurs(records: RecordsTransfer, id: string): Promise<void> {
  if ((await records.findSetting(arrivingSetting)) === restorationMark(id)) return;
  throw new BackupProblem(
    'another restoration into the same database began meanwhile; wait for it, or name another database',
  );
}

/**
 * Empties the database if it is still marked by this restoration. Returns true if the files may be removed too: not
 * if the library may be complete.
 */
async function emptyDatabase(to: Target, id: string, isComplete: boolean): Promise<boolean> {
  await using records = await openRecords(to);
  if ((await records.findSetting(arrivingSetting)) !== restorationMark(id)) return !isComplete;
  for (const table of movedTables) {
    if (isClock(table) || (await records.count(table)) === 0) continue;
    await records.replace(table, await records.columns(table), noRows());
  }
  for (const table of movedTables.filter(hasSequence)) await records.setLastSequence(table, 0);
  return true;
}

/** Removes the mark of this restoration after a failure, if nothing was left. */
async function releaseDatabase(to: Target, id: string, isGone: () => Promise<boolean>): Promise<void> {
  await using records = await openRecords(to);
  if ((await records.findSetting(arrivingSetting)) !== restorationMark(id)) return;
  if ((await isGone()) && (await findOccupied(records)) === null) await records.setSetting(arrivingSetting, null);
}

/** Returns the first table with rows; null if there is none. Rows that the migrations insert do not count. */
async function findOccupied(records: RecordsTransfer): Promise<string | null> {
  for (const table of movedTables) if (!isClock(table) && (await records.count(table)) > 0) return table.name;
  return null;
}

/** The migrations insert one row into each of these tables, which has to stay. */
const isClock = ({ name }: MovedTable): boolean => name.endsWith('_clock');

async function* noRows(): AsyncGenerator<Row[]> {}

/** Removes remains of killed restorations. The lock of the folder is held. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(workPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

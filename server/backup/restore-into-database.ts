import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkDataFolder } from '#server/data-folder/check-data-folder.ts';
import { lockDataFolder } from '#server/data-folder/lock-data-folder.ts';
import { arrivingSetting } from '#server/database/closed-library.ts';
import { openTransfer } from '#server/database/open-database.ts';
import { NotVacant } from '#server/database/postgres/postgres-errors.ts';
import { nameLibrary } from '#server/database/snapshot.ts';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import type { Patience } from '#server/database/postgres/patience.ts';
import { hasSequence, movedTables } from '#server/database/transfer/moved-tables.ts';
import type { RecordsTransfer, Row } from '#server/database/transfer/transfer.ts';
import { readFault } from '#server/faults/read-fault.ts';
import { copyRecords } from '#server/moving/copy-records.ts';
import { explainMove } from '#server/moving/explain-move.ts';
import { findOccupied, isClock } from '#server/moving/open-sides.ts';
import { MoveProblem, type Place } from '#server/moving/place.ts';
import { readRestorationMark, restorationMark, restoredMark } from '#server/storage/restoration-mark.ts';
import { BackupProblem } from './backup-problem.ts';
import { restoreDatabase, type OpenBackup } from './restore-contents.ts';
import { openMarkedStore, requireRestorable, restoreIntoStore } from './restore-into-store.ts';
import { requireRoom } from './staging.ts';

const workPrefix = 'restoring-';

/** Where to, and how long PostgreSQL is waited for. */
type Target = Place & { patience?: Patience | undefined };

/**
 * Restores records into a PostgreSQL database, which must be empty, and files into the store of `to`. The database is marked
 * until everything has arrived, so that no server opens it; the next restoration removes what a killed one left. No server
 * may use the data folder, which holds the records for a while. Throws BackupProblem, or an Error whose one line says what
 * to do.
 */
export async function restoreIntoDatabase(backup: OpenBackup, to: Target): Promise<void> {
  try {
    await restore(backup, to);
  } catch (error) {
    // A fault of the machine is explained by the caller: unlike a move, a restoration does not go on where it was.
    const explained = readFault(error) === null ? explainMove(error) : error;
    // The opening of engines and folders says which setting is wrong, and why.
    const isSaid =
      explained instanceof MoveProblem ||
      explained instanceof NotVacant ||
      (explained instanceof Error && explained.message.startsWith('setting '));
    if (!isSaid) throw explained;
    throw new BackupProblem(explained.message, { cause: error });
  }
}

async function restore(backup: OpenBackup, to: Target): Promise<void> {
  const { manifest } = backup;
  await checkDataFolder(to.dataDir);
  using opened = new DisposableStack();
  opened.use(lockDataFolder(to.dataDir));
  await removeLeftovers(to.dataDir);
  // The records are there twice while an older release's are brought up to date.
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
      await copyRecords({ from, to: records, see: () => undefined, signal });
      await requireOurs(records, id);
      isComplete = true;
      await records.setSetting(arrivingSetting, null);
    };
    const mayClear = () => emptyDatabase(to, id, isComplete);
    try {
      await restoreIntoStore(store, { ...backup, facts }, { id, unopened, libraryId, finish, mayClear });
    } catch (error) {
      // By the mark of the database the next restoration knows that files which could not be removed are of no library.
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
 * Marks the database, which must be empty or what a killed restoration left. Returns the name of that one. `check` is called
 * before anything is changed.
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
    throw new BackupProblem(
      'a library is being moved to the database of DATABASE_URL; finish that move first, or name another database',
    );
  const occupied = unopened === null ? await findOccupied(records) : null;
  if (occupied !== null)
    throw new BackupProblem(
      `the database of DATABASE_URL is not empty (it has rows in ${occupied}); name an empty one (createdb), nothing was changed`,
    );
  await check(unopened);
  await records.setSetting(arrivingSetting, restorationMark(id));
  return unopened;
}

async function requireOurs(records: RecordsTransfer, id: string): Promise<void> {
  if ((await records.findSetting(arrivingSetting)) === restorationMark(id)) return;
  throw new BackupProblem(
    'another restoration into the database of DATABASE_URL began meanwhile; wait for it, or name another database',
  );
}

/**
 * Empties the database if it is still marked by this restoration. Returns whether the files may be removed too: not if the
 * library may be complete.
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

async function* noRows(): AsyncGenerator<Row[]> {}

/** Of restorations that were killed. The lock of the folder is held. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(workPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { checkDataFolder } from '#server/engines/data-folder/check-data-folder.ts';
import { lockDataFolder } from '#server/engines/data-folder/lock-data-folder.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import type { ReadOptions } from '#server/engines/database/sqlite/read-limits.ts';
import { libraryIdSetting } from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { openSqliteIndex } from '#server/engines/search-index/sqlite/sqlite-index.ts';
import { isRestorationMark, type Storage } from '#server/engines/storage/storage.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { arrivingSetting, closedSetting, describeClosed } from '#server/machinery/faults/closed-library.ts';
import { createDiskRoom, watchDisk, type DiskRoom } from '#server/machinery/faults/disk-room.ts';
import { createFaultWatch, type FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';
import { filesFolder, openStorage } from './open-storage.ts';

/** Below the data folder. */
const textsFolder = 'texts';

/**
 * Opens the store of texts, next to the records: in a file of the data folder, or for all nodes in their database, whose
 * code is loaded only then. `onError` gets the error of a lost connection, `patienceMs` is as in TextsOptions. Must be
 * closed.
 */
export async function openTexts({
  dataDir,
  database,
  log,
  onError,
  patienceMs,
}: {
  dataDir: string;
  database: PostgresAddress | null;
  log: Logger;
  onError?: (error: unknown) => void;
  patienceMs?: number | undefined;
}): Promise<Texts> {
  if (!database) return openSqliteTexts({ directory: path.join(dataDir, textsFolder), log });
  const { openPostgresTexts } = await import('#server/engines/text-store/postgres/postgres-texts.ts');
  return openPostgresTexts({ address: database, ...(onError && { onError }), ...(patienceMs && { patienceMs }) });
}

/**
 * Stops a start that would treat a library with a lost database as a new one. Called before the database is opened,
 * which would create an empty one. Throws an Error that says in one line what to do.
 */
async function requireDatabaseFile(dataDir: string): Promise<void> {
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

/** Same check for a database that exists but has no files. `name` is its name for people. */
async function requireRecords(dataDir: string, { files, materials }: Database, name: string): Promise<void> {
  // A database with materials and without files is not an empty one: a repair restores the records of the files.
  if ((await files.hasAny()) || (await files.listRemoved(1)).length > 0 || (await materials.lastSequence()) > 0) return;
  const count = await countStoredFiles(dataDir);
  if (count > 0) throw lostDatabase(dataDir, count, 'knows of none', name);
}

/** Stops the start with a library that was moved elsewhere, or that has not arrived completely. */
async function requireHere({ settings }: Pick<Database, 'settings'>): Promise<void> {
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

/**
 * Interval at which the time is stored in the database, so that a clock that was set back is noticed
 * (warn-at-start.ts).
 */
const noteMs = 10 * 60 * 1000;

/** The engines of a server, and the state of the machine. For a server, only this file chooses adapters. */
export type Resources = {
  /** Name of this process among several that share a database. */
  node: string;
  database: Database;
  storage: Storage;
  texts: Texts;
  searchIndex: SearchIndex;
  room: DiskRoom;
  faults: FaultWatch;
  close(): Promise<void>;
};

/**
 * Opens the configured engines, only for this process, and creates the data folder if it is missing. Throws an Error
 * that says in one line what to do if the folder is in use, or has files but no database. Must be closed.
 */
export async function openResources(
  config: Config,
  log: Logger,
  onQuery?: (query: QueryRun) => void,
  reads: ReadOptions = {},
  node = makeNodeName(config),
): Promise<Resources> {
  const { dataDir } = config;
  await checkDataFolder(dataDir);
  await using opened = new AsyncDisposableStack();
  opened.use(lockDataFolder(dataDir));
  if (!config.database) await requireDatabaseFile(dataDir);
  const faults = createFaultWatch({ log });
  opened.defer(() => faults.close());
  const room = createDiskRoom({ directory: dataDir, reserveBytes: config.diskReserveBytes, faults });
  await room.giveUpBallast();
  const database = await openDatabase({
    dataDir,
    address: config.database,
    directAddress: config.databaseDirect,
    node,
    publicUrl: config.publicUrl,
    ids: config.ids,
    ballast: room.ballast,
    ...(onQuery ? { onQuery } : {}),
    reads,
    onError: (error) => void faults.note(error),
    onCopy: (copy) => log.info({ copy }, 'migrating the database; a copy of its previous state was saved'),
  });
  opened.defer(() => database.close());
  await requireHere(database);
  await requireRecords(dataDir, database, config.database ? 'of DATABASE_URL' : sqliteFileName);
  const storage = await openStorage({ dataDir, store: config.store, purpose: 'server', redirect: config.redirect });
  opened.defer(() => storage.close());
  if (storage.claim) await storage.claim(await findLibraryId(database));
  const texts = await openTexts({ ...config, log, onError: (error) => void faults.note(error) });
  opened.defer(() => texts.close());
  const searchIndex = await openSearchIndex(config, database, log);
  opened.defer(() => searchIndex.close());
  const noting = setInterval(() => void database.pingWriting().catch(() => undefined), noteMs).unref();
  opened.defer(() => clearInterval(noting));
  const stopWatching = watchDisk({ room, faults, log });
  opened.defer(stopWatching);
  const held = opened.move();
  return { node, database, storage, texts, searchIndex, room, faults, close: () => held.disposeAsync() };
}

/** With the records in PostgreSQL the index is there as well, for all nodes. Its code is loaded only if it is used. */
async function openSearchIndex(config: Config, { reader }: OpenedDatabase, log: Logger): Promise<SearchIndex> {
  const { dataDir, database: address } = config;
  if (!address || !reader)
    return openSqliteIndex({
      directory: path.join(dataDir, 'search'),
      libraryFile: path.join(dataDir, sqliteFileName),
      log,
    });
  const { openPostgresIndex } = await import('#server/engines/search-index/postgres/postgres-index.ts');
  return openPostgresIndex({ address, reader });
}

/** Includes a random part, because two nodes with one name would treat each other's changes as their own. */
export function makeNodeName({ nodeName }: Pick<Config, 'nodeName'>): string {
  return [nodeName, randomBytes(6).toString('hex')].filter(Boolean).join('.');
}

/** Returns the id of this library in a file store; created once. */
async function findLibraryId({ settings }: Database): Promise<string> {
  return (await settings.find(libraryIdSetting)) ?? settings.ensure(libraryIdSetting, randomUUID());
}

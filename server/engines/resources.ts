import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { checkDataFolder } from '#server/engines/data-folder/check-data-folder.ts';
import type { Config } from '#server/config.ts';
import { lockDataFolder } from '#server/engines/data-folder/lock-data-folder.ts';
import { requireDatabaseFile, requireHere, requireRecords } from './require-database.ts';
import type { Database } from '#server/engines/database/database.ts';
import { libraryIdSetting } from '#server/engines/database/sqlite/snapshot.ts';
import type { ReadOptions } from '#server/engines/database/sqlite/read-limits.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';
import type { QueryRun } from '#server/engines/database/sql/query-run.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { createDiskRoom, watchDisk, type DiskRoom } from '#server/machinery/faults/disk-room.ts';
import { createFaultWatch, type FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { openSqliteIndex } from '#server/engines/search-index/sqlite/sqlite-index.ts';
import { openTexts } from './open-texts.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';

/** Interval at which the time is stored in the database, to notice a clock that was set back (warn-at-start.ts). */
const noteMs = 10 * 60 * 1000;

/** The engines of a server, and the state of the machine. This is the only file of a server that chooses adapters. */
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
 * Opens the configured engines, for this process only, and creates the data folder if it is missing. Throws an Error
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

/**
 * Opens the search index. If the records are in PostgreSQL, the index is there as well, for all nodes; its code is
 * loaded only then.
 */
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

/** Returns a name with a random part, because two nodes with one name would treat each other's changes as their own. */
export function makeNodeName({ nodeName }: Pick<Config, 'nodeName'>): string {
  return [nodeName, randomBytes(6).toString('hex')].filter(Boolean).join('.');
}

/** Returns the id of this library in a file store; created once. */
async function findLibraryId({ settings }: Database): Promise<string> {
  return (await settings.find(libraryIdSetting)) ?? settings.ensure(libraryIdSetting, randomUUID());
}

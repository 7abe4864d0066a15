import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { checkDataFolder } from './data-folder/check-data-folder.ts';
import type { Config } from './config.ts';
import { lockDataFolder } from './data-folder/lock-data-folder.ts';
import { requireDatabaseFile, requireHere, requireRecords } from './data-folder/require-database.ts';
import type { Database } from './database/database.ts';
import { libraryIdSetting } from './database/snapshot.ts';
import type { ReadOptions } from './database/read-limits.ts';
import { openDatabase, type OpenedDatabase } from './database/open-database.ts';
import type { QueryRun } from './database/query-run.ts';
import { sqliteFileName } from './database/sqlite-file.ts';
import { unavailable } from './database/read-refusals.ts';
import { createDiskRoom, watchDisk, type DiskRoom } from './faults/disk-room.ts';
import { createFaultWatch, type FaultWatch } from './faults/fault-watch.ts';
import { describeFilesPlace, openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import type { SearchIndex } from './search-index/search-index.ts';
import { openSqliteIndex } from './search-index/sqlite-index.ts';
import { openSqliteTexts } from './text-store/sqlite-texts.ts';
import type { Texts } from './text-store/texts.ts';
import { within } from './within.ts';

/** How often the time is stored in the database, so that a clock that was set back is noticed (warn-at-start.ts). */
const noteMs = 10 * 60 * 1000;

/** The first copy of the records of a large library for searches takes longer. */
const copyPatienceMs = 3000;

/** The engines of a server, and the state of the machine. For a server, only this file chooses adapters. */
export type Resources = {
  database: Database;
  storage: Storage;
  texts: Texts;
  searchIndex: SearchIndex;
  room: DiskRoom;
  faults: FaultWatch;
  close(): Promise<void>;
};

/**
 * Opens what the settings name, only for this process, and creates the data folder if it is missing. Throws an Error that
 * says in one line what to do if the folder is in use, or has files but no database. Must be closed.
 */
export async function openResources(
  config: Config,
  log: Logger,
  onQuery?: (query: QueryRun) => void,
  reads: ReadOptions = {},
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
  const filesPlace = describeFilesPlace(config.store);
  const database = await openDatabase({
    dataDir,
    address: config.database,
    publicUrl: config.publicUrl,
    ids: config.ids,
    filesPlace,
    ballast: room.ballast,
    ...(onQuery ? { onQuery } : {}),
    reads,
    onError: (error) => void faults.note(error),
    onCopy: (copy) => log.info({ copy }, 'the database is brought up to date; as it was before it is kept as a copy'),
  });
  opened.defer(() => database.close());
  await requireHere(database, filesPlace);
  await requireRecords(dataDir, database, config.database ? 'of DATABASE_URL' : sqliteFileName);
  const storage = await openStorage({ dataDir, store: config.store, purpose: 'server', redirect: config.redirect });
  opened.defer(() => storage.close());
  if (storage.claim) await storage.claim(await findLibraryId(database));
  const texts = openSqliteTexts({ directory: path.join(dataDir, 'texts'), log });
  opened.defer(() => texts.close());
  const searchIndex = await openSearchIndex(dataDir, database, log, opened);
  const noting = setInterval(() => void database.pingWriting().catch(() => undefined), noteMs).unref();
  opened.defer(() => clearInterval(noting));
  const stopWatching = watchDisk({ room, faults, log });
  opened.defer(stopWatching);
  const held = opened.move();
  return { database, storage, texts, searchIndex, room, faults, close: () => held.disposeAsync() };
}

/** Over records on another machine it searches with a copy of them. */
async function openSearchIndex(
  dataDir: string,
  { reader }: OpenedDatabase,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<SearchIndex> {
  const directory = path.join(dataDir, 'search');
  if (!reader) {
    const index = openSqliteIndex({ directory, libraryFile: path.join(dataDir, sqliteFileName), log });
    opened.defer(() => index.close());
    return index;
  }
  const { openRecordsCopy } = await import('./search-index/records-copy.ts');
  const onRemade = (reason: string) => log.info({ reason }, 'the copy of the records for searches is made anew');
  const copy = openRecordsCopy({ directory, reader, onRemade });
  opened.defer(() => copy.close());
  // The first search need not wait for all of it.
  void copy.refresh().catch(() => undefined);
  const refresh = async () => {
    const revision = await within(copyPatienceMs, copy.refresh(), null);
    if (revision === null) throw unavailable('The search is being prepared. Please try again in a moment.');
    return revision;
  };
  const index = openSqliteIndex({ directory, libraryFile: copy.file, refresh, log });
  opened.defer(() => index.close());
  return index;
}

/** Names this library in a store of files; made once. */
async function findLibraryId({ settings }: Database): Promise<string> {
  const found = await settings.find(libraryIdSetting);
  if (found !== null) return found;
  const made = randomUUID();
  await settings.set(libraryIdSetting, made);
  return made;
}

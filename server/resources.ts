import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { lockDataFolder } from './data-folder/lock-data-folder.ts';
import { filesFolder, requireDatabaseFile, requireRecords } from './data-folder/require-database.ts';
import type { Database } from './database/database.ts';
import { openSqlite, type SqliteOptions } from './database/sqlite.ts';
import { openDisk } from './storage/disk.ts';
import type { Storage } from './storage/storage.ts';

/** The engines a server stands on. Only this file chooses adapters. */
export type Resources = { database: Database; storage: Storage; close(): Promise<void> };

/**
 * Opens what the settings name, making the data folder when it is missing, for this process alone. Throws an Error that
 * says in one line what to do when the folder is in use, or holds files whose database is lost. Must be closed.
 */
export async function openResources(
  config: Config,
  log?: Logger,
  onQuery?: SqliteOptions['onQuery'],
): Promise<Resources> {
  await mkdir(config.dataDir, { recursive: true });
  await using opened = new AsyncDisposableStack();
  opened.use(lockDataFolder(config.dataDir));
  await requireDatabaseFile(config.dataDir);
  const database = await openSqlite({
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    ids: config.ids,
    ...(onQuery ? { onQuery } : {}),
    onCopy: (copy) => log?.info({ copy }, 'the database is brought up to date; as it was before it is kept as a copy'),
  });
  opened.defer(() => database.close());
  await requireRecords(config.dataDir, database);
  const storage = await openDisk({ directory: path.join(config.dataDir, filesFolder) });
  opened.defer(() => storage.close());
  const held = opened.move();
  return { database, storage, close: () => held.disposeAsync() };
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { ReadOptions } from './database/read-limits.ts';
import { openSqlite, type SqliteOptions } from './database/sqlite.ts';
import { openDisk } from './storage/disk.ts';
import type { Storage } from './storage/storage.ts';

/** The engines a server stands on. Only this file chooses adapters. */
export type Resources = { database: Database; storage: Storage; close(): Promise<void> };

/** Opens what the settings name, making the data folder when it is missing. Must be closed. */
export async function openResources(
  config: Config,
  log?: Logger,
  onQuery?: SqliteOptions['onQuery'],
  reads: ReadOptions = {},
): Promise<Resources> {
  await mkdir(config.dataDir, { recursive: true });
  const database = await openSqlite({
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    ids: config.ids,
    ...(onQuery ? { onQuery } : {}),
    reads,
    onCopy: (copy) => log?.info({ copy }, 'the database is brought up to date; as it was before it is kept as a copy'),
  });
  const storage = await openDisk({ directory: path.join(config.dataDir, 'files') });
  return {
    database,
    storage,
    async close() {
      await storage.close();
      await database.close();
    },
  };
}

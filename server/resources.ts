import path from 'node:path';
import type { Logger } from 'pino';
import { checkDataFolder } from './check-data-folder.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { ReadOptions } from './database/read-limits.ts';
import { openSqlite, type SqliteOptions } from './database/sqlite.ts';
import { createDiskRoom, watchDisk, type DiskRoom } from './faults/disk-room.ts';
import { createFaultWatch, type FaultWatch } from './faults/fault-watch.ts';
import { openDisk } from './storage/disk.ts';
import type { Storage } from './storage/storage.ts';

/** How often the database is told what time it is, so that a clock that was set back is noticed (warn-at-start.ts). */
const noteMs = 10 * 60 * 1000;

/** The engines a server stands on, and what is known of the machine below them. Only this file chooses adapters. */
export type Resources = {
  database: Database;
  storage: Storage;
  room: DiskRoom;
  faults: FaultWatch;
  close(): Promise<void>;
};

/** Opens what the settings name, making the data folder when it is missing. Must be closed. */
export async function openResources(
  config: Config,
  log: Logger,
  onQuery?: SqliteOptions['onQuery'],
  reads: ReadOptions = {},
): Promise<Resources> {
  const { dataDir } = config;
  await checkDataFolder(dataDir);
  const faults = createFaultWatch({ log });
  const room = createDiskRoom({ directory: dataDir, reserveBytes: config.diskReserveBytes, faults });
  await room.giveUpBallast();
  const database = await openSqlite({
    dataDir,
    publicUrl: config.publicUrl,
    ids: config.ids,
    ballast: room.ballast,
    ...(onQuery ? { onQuery } : {}),
    reads,
    onError: (error) => void faults.note(error),
    onCopy: (copy) => log.info({ copy }, 'the database is brought up to date; as it was before it is kept as a copy'),
  });
  const storage = await openDisk({ directory: path.join(dataDir, 'files') });
  const stopWatching = watchDisk({ room, faults, log });
  const noting = setInterval(() => void database.pingWriting().catch(() => undefined), noteMs).unref();
  return {
    database,
    storage,
    room,
    faults,
    async close() {
      await stopWatching();
      clearInterval(noting);
      faults.close();
      await storage.close();
      await database.close();
    },
  };
}

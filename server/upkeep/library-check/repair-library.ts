import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { openLiveLibrary } from '#server/upkeep/backup/live-library.ts';
import { readMigrations } from '#server/engines/database/migrate.ts';
import { openRecordView } from '#server/engines/open-database.ts';
import { sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { createOneAtATime } from '#server/library/files/one-at-a-time.ts';
import { sweepBytes } from '#server/library/files/sweep-bytes.ts';
import { createUnrecordedBytes } from '#server/library/files/unrecorded-bytes.ts';
import { serversRun, withoutServers } from '#server/library/nodes/leadership.ts';
import { createPictureService } from '#server/library/pictures/picture-service.ts';
import { openResources } from '#server/engines/resources.ts';
import { openBackupSource } from './backup-source.ts';
import { findDerivedOfNothing } from './find-bytes.ts';
import { restoreLost } from './restore-records.ts';
import { createFolderFiles, createStorageFiles } from './stored-files.ts';

/** Results of a repair, in numbers of files. */
export type Repaired = {
  /** Restored records that were lost and that materials reference. */
  records: number;
  /** Missing or changed bytes, restored from a backup. */
  bytes: number;
  /** Bytes without a record, moved aside. */
  strays: number;
  /** Missing bytes that were found among the files moved aside. */
  returned: number;
  /** Bytes of files that had been deleted. */
  removed: number;
  halfMade: number;
  /** Pictures and copies of deleted files; they can be rebuilt. */
  derived: number;
};

/**
 * Repairs everything that can be repaired without loss: no record is removed, and no bytes that may be needed. Throws
 * while a server runs on the folder or, on any machine, on the same database, and for a folder whose database is
 * lost.
 */
export async function repairLibrary(parts: {
  config: Config;
  log: Logger;
  /** A backup of this library, from which lost records and bytes are restored. */
  from?: { source: string; passphrase: string | null } | undefined;
}): Promise<Repaired> {
  const { config, log, from } = parts;
  const { dataDir } = config;
  if (config.database) await requireNoServers(config);
  const { node, database, storage, close } = await openResources(config, log);
  try {
    const { result, isLost } = await withoutServers({ ...database, holder: node, log }, async (signal) => {
      // A server that starts now sees which file is being repaired.
      const oneAtATime = createOneAtATime(database.holds);
      const unrecorded = createUnrecordedBytes({ database, storage, log, oneAtATime });
      const restored = await restore({ database, storage, oneAtATime, signal });
      const swept = await sweepBytes({ database, storage, unrecorded, log, signal });
      return { ...restored, ...swept, derived: signal.aborted ? 0 : await removeDerived(config) };
    });
    if (isLost) throw new Error(`the repair was ended before it was done: ${serversRun}`);
    return result;
  } finally {
    await close();
  }

  /** Runs before the sweep, which leaves alone only files with a record or a reference. */
  async function restore(
    work: Pick<Parameters<typeof restoreLost>[0], 'database' | 'storage' | 'oneAtATime' | 'signal'>,
  ) {
    const { storage } = work;
    await using records = await openRecordView({ dataDir, address: config.database });
    await using backup = from ? await openBackupSource({ ...from, library: await identify(config) }) : null;
    const pictures = createPictureService({ storage, directory: path.join(dataDir, 'pictures'), log });
    try {
      const stored = config.store ? createStorageFiles(storage) : createFolderFiles(dataDir);
      return await restoreLost({ ...work, records, stored, backup, inspect: pictures.inspect, log });
    } finally {
      await pictures.close();
    }
  }

  async function removeDerived({ database: address }: Config): Promise<number> {
    await using records = await openRecordView({ dataDir, address });
    let derived = 0;
    for await (const name of findDerivedOfNothing(dataDir, records)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
      derived += 1;
    }
    return derived;
  }
}

/** Checked before anything is opened, which may migrate. */
async function requireNoServers({ dataDir, database: address }: Config): Promise<void> {
  await using records = await openRecordView({ dataDir, address });
  if (await records.isServed()) throw new Error(serversRun);
}

/** Returns the identity of the library in its backups. */
async function identify({ dataDir, database }: Config): Promise<Parameters<typeof openBackupSource>[0]['library']> {
  await using live = await openLiveLibrary({ dataDir, database, signal: undefined });
  return { madeAt: await live.madeAt(), migrations: readMigrations(sqliteMigrations) };
}

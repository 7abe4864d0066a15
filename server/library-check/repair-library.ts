import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { openRecordView } from '#server/database/open-database.ts';
import { createOneAtATime } from '#server/files/one-at-a-time.ts';
import { sweepBytes } from '#server/files/sweep-bytes.ts';
import { createUnrecordedBytes } from '#server/files/unrecorded-bytes.ts';
import { serversRun, withoutServers } from '#server/nodes/without-servers.ts';
import { openResources } from '#server/resources.ts';
import { findDerivedOfNothing } from './derived-of-nothing.ts';

/** What was repaired, in files. */
export type Repaired = {
  /** Bytes without a record, moved aside. */
  strays: number;
  /** Missing bytes that were found among the files moved aside. */
  returned: number;
  /** Bytes of files that had been deleted. */
  removed: number;
  halfMade: number;
  /** Pictures and copies of deleted files; they can be made again. */
  derived: number;
};

/**
 * Repairs what can be repaired without losing anything: no record is removed, and no bytes that may be needed. Throws
 * while a server runs on the folder or, on any machine, on the same database, and for a folder whose database is lost.
 */
export async function repairLibrary({ config, log }: { config: Config; log: Logger }): Promise<Repaired> {
  const { dataDir } = config;
  if (config.database) await requireNoServers(config);
  const { node, database, storage, close } = await openResources(config, log);
  try {
    const { result, isLost } = await withoutServers({ ...database, holder: node, log }, async (signal) => {
      // A server that starts now sees on which file this works.
      const oneAtATime = createOneAtATime(database.holds);
      const unrecorded = createUnrecordedBytes({ database, storage, log, oneAtATime });
      const swept = await sweepBytes({ database, storage, unrecorded, log, signal });
      return { ...swept, derived: signal.aborted ? 0 : await removeDerived(config) };
    });
    if (isLost) throw new Error(`the repair was ended before it was done: ${serversRun}`);
    return result;
  } finally {
    await close();
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

/** Before anything is opened, which may migrate. */
async function requireNoServers({ dataDir, database: address }: Config): Promise<void> {
  await using records = await openRecordView({ dataDir, address });
  if (await records.isServed()) throw new Error(serversRun);
}

import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { readRecordSnapshot } from '#server/database/record-snapshot.ts';
import { createOneAtATime } from '#server/files/one-at-a-time.ts';
import { sweepBytes } from '#server/files/sweep-files.ts';
import { createUnrecordedBytes } from '#server/files/unrecorded-bytes.ts';
import { openResources } from '#server/resources.ts';
import { findDerivedOfNothing } from './check-library.ts';

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
 * while a server runs on the folder, and for a folder whose database is lost.
 */
export async function repairLibrary({ config, log }: { config: Config; log: Logger }): Promise<Repaired> {
  const { database, storage, close } = await openResources(config, log);
  try {
    const unrecorded = createUnrecordedBytes({ database, storage, log, oneAtATime: createOneAtATime() });
    const { signal } = new AbortController();
    const swept = await sweepBytes({ database, storage, unrecorded, log, signal });
    const derived = await findDerivedOfNothing(config.dataDir, readRecordSnapshot(config.dataDir));
    for (const name of derived) await rm(path.join(config.dataDir, name), { recursive: true, force: true });
    return { ...swept, derived: derived.length };
  } finally {
    await close();
  }
}

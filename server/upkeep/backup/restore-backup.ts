import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Patience } from '#server/engines/database/postgres/client-config.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { nameLibrary } from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import type { S3Address } from '#server/engines/storage/s3/s3-address.ts';
import { makeFolder } from '#server/machinery/files/make-folder.ts';
import { BackupProblem, explain } from '#server/upkeep/backup/format/backup-problem.ts';
import type { Codec } from '#server/upkeep/backup/format/codec.ts';
import type { Progress } from '#server/upkeep/backup/format/progress.ts';
import { openReader, openReaderCodec, readManifest, type BackupReader } from './backup-reader.ts';
import { createFolderPlace } from './file-place.ts';
import {
  findStaging,
  findUnopened,
  lockStaging,
  nameRestoration,
  putInPlace,
  requireEmpty,
  requireRoom,
} from './restoration-folder.ts';
import { restoreDatabase, restoreFiles, type OpenBackup } from './restore-contents.ts';
import { restoreIntoDatabase } from './restore-into-database.ts';
import { openMarkedStore, requireRestorable, restoreIntoStore, type MarkedStore } from './restore-into-store.ts';

export type RestoreJob = {
  /** A folder or an archive made by a backup. */
  source: string;
  /** Must be missing or empty, unless the records go to a PostgreSQL database. */
  dataDir: string;
  /** The database of the records, which must be empty; null or absent if they are restored into `dataDir`. */
  database?: PostgresAddress | null;
  /** The store of the files, which must be empty; null or absent if they are restored into `dataDir`. */
  store?: S3Address | null;
  passphrase: string | null;
  /** The name of a snapshot of a folder; the newest by default. */
  snapshot?: string;
  /** Timeouts for PostgreSQL; by default the usual ones. */
  patience?: Patience;
};

export type RestoreOutcome = {
  snapshot: string;
  takenAt: string;
  materials: number;
  files: number;
  bytes: number;
  /** Files whose bytes the backup does not have, because the library had lost them. */
  missing: { id: string; name: string }[];
};

/**
 * Restores a library into a data folder that is missing or empty, or into an empty database. Records are verified
 * separately first; after a failure everything is as before. Remains of a killed restoration are removed by the next
 * one, and no server opens them. Throws BackupProblem.
 */
export async function restoreBackup(job: RestoreJob, options: RestoreOptions = {}): Promise<RestoreOutcome> {
  try {
    return await restore(job, options);
  } catch (error) {
    throw explain(error, job.dataDir);
  }
}

type RestoreOptions = { progress?: Progress; signal?: AbortSignal };

async function restore(job: RestoreJob, { progress = () => {}, signal }: RestoreOptions): Promise<RestoreOutcome> {
  const dataDir = await realpath(job.dataDir).catch(() => path.resolve(job.dataDir));
  if (!job.database) await requireEmpty(job.dataDir, dataDir);
  await using reader = await openReader(job.source);
  const codec = await openReaderCodec(reader, job.source, job.passphrase);
  const snapshot = await chooseSnapshot(reader, codec, job);
  const manifest = await readManifest(reader, snapshot, codec);
  const backup = { reader, codec, snapshot, manifest, progress, signal };
  const { database, store = null, patience } = job;
  if (database) await restoreIntoDatabase(backup, { dataDir, database, store, patience });
  else await restoreIntoFolder(backup, { ...job, dataDir });
  const { takenAt, materials, files, bytes, missing } = manifest;
  return { snapshot, takenAt, materials, files, bytes, missing };
}

async function restoreIntoFolder(backup: OpenBackup, { dataDir, store }: RestoreJob): Promise<void> {
  const { manifest, ...reading } = backup;
  await using marked = store ? await openMarkedStore(dataDir, store) : null;
  const staging = await findStaging(dataDir);
  const parent = path.dirname(staging);
  await makeFolder(parent);
  using lock = await lockStaging(staging);
  if (!lock) throw new BackupProblem(`another restoration into ${dataDir} is running; try again when it has ended`);
  const unopened = await findUnopened(staging);
  if (marked) await requireRestorable(marked, unopened);
  try {
    await requireRoom(parent, marked ? { ...manifest, bytes: 0 } : manifest);
    const library = path.join(staging, 'library');
    await mkdir(library);
    const facts = await restoreDatabase({ ...backup, library });
    const files = { ...reading, manifest, facts };
    const folder = await createFolderPlace(library);
    if (marked) await restoreWithStore(marked, files, { staging, library, dataDir, unopened });
    else {
      await restoreFiles({ ...files, place: folder });
      await putInPlace(library, dataDir);
    }
  } finally {
    // Remaining files are removed by the next restoration.
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Same as `restoreIntoFolder`, with the files in a store. */
async function restoreWithStore(
  store: MarkedStore,
  files: Omit<Parameters<typeof restoreFiles>[0], 'place'>,
  parts: { staging: string; library: string; dataDir: string; unopened: string | null },
): Promise<void> {
  const { staging, library, dataDir, unopened } = parts;
  const id = randomUUID();
  const libraryId = nameLibrary(path.join(library, sqliteFileName));
  await nameRestoration(staging, id);
  await restoreIntoStore(store, files, {
    id,
    unopened,
    libraryId,
    finish: () => putInPlace(library, dataDir),
    mayClear: async () => existsSync(path.join(library, sqliteFileName)),
  });
}

async function chooseSnapshot(reader: BackupReader, codec: Codec, { source, snapshot }: RestoreJob): Promise<string> {
  const complete = await reader.listSnapshots(codec.isEncrypted);
  const newest = complete.at(-1);
  if (newest === undefined)
    throw new BackupProblem(`${source} holds no complete backup; the one that was begun never ended`);
  if (snapshot === undefined) return newest;
  if (!complete.includes(snapshot))
    throw new BackupProblem(`${source} has no backup ${snapshot}; it has ${complete.join(', ')}`);
  return snapshot;
}

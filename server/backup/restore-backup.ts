import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { nameLibrary } from '#server/database/snapshot.ts';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import type { S3Address } from '#server/storage/s3/s3-address.ts';
import { BackupProblem, explain } from './backup-problem.ts';
import { openReader, openReaderCodec, readManifest, type BackupReader } from './backup-reader.ts';
import type { Codec } from './codec.ts';
import type { Progress } from './progress.ts';
import { restoreDatabase, restoreFiles } from './restore-contents.ts';
import { createFolderPlace, createStoragePlace, requireEmptyStore } from './file-place.ts';
import { findStaging, lockStaging, putInPlace, requireEmpty, requireRoom } from './staging.ts';

export type RestoreJob = {
  /** A folder or an archive made by a backup. */
  source: string;
  /** Must be missing or empty. */
  dataDir: string;
  /** The store of the files, which must be empty; null or absent if they belong into `dataDir`. */
  store?: S3Address | null;
  passphrase: string | null;
  /** The name of a snapshot of a folder; the newest by default. */
  snapshot?: string;
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
 * Restores a library into a data folder that is missing or empty. Everything is verified in a folder beside it first,
 * which then replaces it in one step; after a failure the data folder is as it was. Throws BackupProblem.
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
  await requireEmpty(job.dataDir, dataDir);
  await using storage = job.store ? await openEmptyStore(dataDir, job.store) : null;
  await using reader = await openReader(job.source);
  const codec = await openReaderCodec(reader, job.source, job.passphrase);
  const snapshot = await chooseSnapshot(reader, codec, job);
  const manifest = await readManifest(reader, snapshot, codec);
  const staging = await findStaging(dataDir);
  const parent = path.dirname(staging);
  await mkdir(parent, { recursive: true });
  using lock = await lockStaging(staging);
  if (!lock) throw new BackupProblem(`another restoration into ${job.dataDir} is running; try again when it has ended`);
  try {
    await requireRoom(parent, storage ? { ...manifest, bytes: 0 } : manifest);
    const library = path.join(staging, 'library');
    await mkdir(library);
    const facts = await restoreDatabase({ reader, codec, snapshot, manifest, library });
    const files = { reader, codec, manifest, facts, progress, signal };
    const folder = await createFolderPlace(library);
    if (storage)
      await restoreIntoStore(storage, files, nameLibrary(path.join(library, sqliteFileName)), () =>
        putInPlace(library, dataDir),
      );
    else {
      await restoreFiles({ ...files, place: folder });
      await putInPlace(library, dataDir);
    }
  } finally {
    // What cannot be removed now is removed by the next restoration.
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
  const { takenAt, materials, files, bytes, missing } = manifest;
  return { snapshot, takenAt, materials, files, bytes, missing };
}

type EmptyStore = Awaited<ReturnType<typeof openStorage>> & AsyncDisposable;

/** The store, to which nothing was restored yet. Local copies are not needed, so its folder is never made. */
async function openEmptyStore(dataDir: string, store: S3Address): Promise<EmptyStore> {
  const storage = await openStorage({ dataDir, store, purpose: `restore-${process.pid}` });
  const closing = { ...storage, [Symbol.asyncDispose]: () => storage.close() };
  try {
    await requireEmptyStore(storage);
    return closing;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/**
 * After a failure the store is as empty as it was. It is marked first, so that of two restorations into one store the earlier
 * one notices the later one, stops, and removes nothing that may be the other's.
 */
async function restoreIntoStore(
  storage: EmptyStore,
  files: Omit<Parameters<typeof restoreFiles>[0], 'place'>,
  libraryId: string,
  finish: () => Promise<void>,
): Promise<void> {
  const place = createStoragePlace(storage);
  const mark = `restoration ${randomUUID()}`;
  const before = (await storage.owner?.()) ?? null;
  await storage.give?.(mark);
  const isOurs = async () => !storage.owner || (await storage.owner()) === mark;
  try {
    await restoreFiles({ ...files, place });
    if (!(await isOurs()))
      throw new BackupProblem(
        'another restoration into the store of STORAGE_URL began meanwhile; wait for it, or name another bucket or prefix',
      );
    await storage.give?.(libraryId);
  } catch (error) {
    if (await isOurs()) {
      await place.clear();
      await storage.give?.(before);
    }
    throw error;
  }
  try {
    await finish();
  } catch (error) {
    await place.clear();
    await storage.give?.(before);
    throw error;
  }
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

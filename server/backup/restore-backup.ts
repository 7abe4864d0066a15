import { createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isIdentifier } from '#domain/identifier.ts';
import { checkApplied, readMigrations } from '#server/database/migrate.ts';
import { readFault } from '#server/faults/read-fault.ts';
import { readSnapshot, type SnapshotFacts } from '#server/database/snapshot.ts';
import { sqliteFileName, sqliteMigrations } from '#server/database/sqlite-file.ts';
import { syncPath } from '#server/storage/durable.ts';
import { storedPath } from '#server/storage/stored-path.ts';
import { BackupProblem, explain, nullWhenMissing } from './backup-problem.ts';
import { damaged, openReader, openReaderCodec, readManifest, type BackupReader } from './backup-reader.ts';
import type { Bytes, Codec } from './codec.ts';
import { holdLock } from './hold-lock.ts';
import { contentPath, databasePath } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { inWords, type Progress } from './progress.ts';
import { verified, WrongBytes } from './verified.ts';

export type RestoreJob = {
  /** A folder or an archive made by a backup. */
  source: string;
  /** Must be missing or empty. */
  dataDir: string;
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
  /** Files whose bytes the backup does not have, as the library had lost them. */
  missing: { id: string; name: string }[];
};

const lockName = 'restore.lock';
const stagingSuffix = '.restoring';

/**
 * Restores a library into a data folder that is missing or empty. All is verified in a folder beside it first and gets
 * its place in one step; after a failure the data folder is as it was. Throws BackupProblem.
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
  await using reader = await openReader(job.source);
  const codec = await openReaderCodec(reader, job.source, job.passphrase);
  const snapshot = await chooseSnapshot(reader, codec, job);
  const manifest = await readManifest(reader, snapshot, codec);
  const staging = await findStaging(dataDir);
  const place = path.dirname(staging);
  await mkdir(place, { recursive: true });
  using lock = await claim(staging);
  if (!lock) throw new BackupProblem(`another restoration into ${job.dataDir} is running; try again when it has ended`);
  try {
    await requireRoom(place, manifest);
    const library = path.join(staging, 'library');
    await mkdir(library);
    const facts = await restoreDatabase({ reader, codec, snapshot, manifest, library });
    await restoreFiles({ reader, codec, manifest, facts, library, progress, signal });
    await putInPlace(library, dataDir);
  } finally {
    // What cannot be removed now goes with the next restoration.
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
  const { takenAt, materials, files, bytes, missing } = manifest;
  return { snapshot, takenAt, materials, files, bytes, missing };
}

/** Verified and written; the database decides what belongs to the library. */
async function restoreDatabase(parts: {
  reader: BackupReader;
  codec: Codec;
  snapshot: string;
  manifest: Manifest;
  library: string;
}): Promise<SnapshotFacts> {
  const { reader, codec, snapshot, manifest } = parts;
  const { database } = manifest;
  const file = path.join(parts.library, sqliteFileName);
  const name = databasePath(snapshot, codec.isEncrypted);
  const packed = verified(codec.open(reader.read(name)), {
    sha256: database.packedSha256,
    sizeBytes: database.packedBytes,
  });
  try {
    await pipeline(
      packed,
      createGunzip(),
      (bytes: Bytes) => verified(bytes, database),
      createWriteStream(file, { flags: 'wx', flush: true, mode: 0o600 }),
    );
  } catch (error) {
    throw asDamage(error, name);
  }
  requireKnown(manifest.migrations);
  const facts = look(file, name);
  // The list of contents is only a list: the database itself says which release it needs.
  requireKnown(facts.migrations);
  return facts;
}

/** A newer release may have changed what this one would misread. */
function requireKnown(migrations: readonly { name: string; digest: string }[]): void {
  try {
    checkApplied(readMigrations(sqliteMigrations), migrations);
  } catch (error) {
    throw new BackupProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function look(file: string, name: string): SnapshotFacts {
  try {
    return readSnapshot(file);
  } catch (error) {
    const fault = readFault(error);
    if (fault !== null && fault !== 'database-damaged') throw error;
    throw damaged(`${name} is no sound database`, error);
  }
}

async function restoreFiles(parts: {
  reader: BackupReader;
  codec: Codec;
  manifest: Manifest;
  facts: SnapshotFacts;
  library: string;
  progress: Progress;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const { reader, codec, manifest, facts, library, progress, signal } = parts;
  const missing = new Set(manifest.missing.map(({ id }) => id));
  const wanted = facts.files.filter(({ id }) => !missing.has(id));
  const total = { files: wanted.length, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  const done = { files: 0, bytes: 0 };
  await mkdir(path.join(library, 'files'));
  for (const file of wanted) {
    signal?.throwIfAborted();
    // What a database says may be anything; only an identifier ever becomes part of a path.
    if (!isIdentifier(file.id) || !/^[0-9a-f]{64}$/.test(file.sha256))
      throw damaged(`the database names a file ${JSON.stringify(file.id)}`);
    if (manifest.contents.get(file.sha256) !== file.sizeBytes)
      throw damaged(`the list of contents lacks the file ${file.id}`);
    const name = contentPath(codec.contentName(file.sha256));
    const target = path.join(library, 'files', storedPath(file.id));
    await mkdir(path.dirname(target), { recursive: true });
    const see = (bytes: number) => {
      signal?.throwIfAborted();
      done.bytes += bytes;
      progress({ done, total });
    };
    try {
      await pipeline(
        verified(codec.open(reader.read(name)), file, see),
        createWriteStream(target, { flags: 'wx', flush: true }),
      );
    } catch (error) {
      throw asDamage(error, name);
    }
    done.files++;
    progress({ done, total });
  }
  for (const folder of await readdir(path.join(library, 'files'))) await syncPath(path.join(library, 'files', folder));
  await syncPath(path.join(library, 'files'));
  await syncPath(library);
}

/** Trouble of this machine is told as it is; everything else that goes wrong while reading is damage. */
function asDamage(error: unknown, name: string): unknown {
  if (error instanceof BackupProblem) return error;
  if (error instanceof WrongBytes) return damaged(`${name} was changed or cut short`, error);
  if (error instanceof Error && (error.name === 'AbortError' || ('syscall' in error && 'errno' in error))) return error;
  return damaged(`${name} was changed or cut short`, error);
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

async function requireEmpty(named: string, dataDir: string): Promise<void> {
  const found = await stat(dataDir).catch(nullWhenMissing);
  if (!found) return;
  if (!found.isDirectory()) throw new BackupProblem(`${named} (setting DATA_DIR) is not a folder`);
  if ((await readdir(dataDir)).some((name) => name !== 'lost+found' && name !== stagingSuffix))
    throw new BackupProblem(
      `${named} (setting DATA_DIR) is not empty; stop the server and move the folder away, or name another`,
    );
}

/**
 * Beside the data folder, so that it can take its place in one step; inside when that is a disk of its own (a volume of
 * a container) or nothing can be made beside it.
 */
async function findStaging(dataDir: string): Promise<string> {
  const beside = `${dataDir}${stagingSuffix}`;
  const found = await stat(dataDir).catch(nullWhenMissing);
  if (!found) return beside;
  const { dev } = await stat(path.dirname(dataDir));
  const isOwnDisk = dev !== found.dev || (await readdir(dataDir)).includes('lost+found');
  if (isOwnDisk) return path.join(dataDir, stagingSuffix);
  const canMake = await mkdir(beside).then(
    () => true,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST',
  );
  return canMake ? beside : path.join(dataDir, stagingSuffix);
}

/** What a restoration that was killed left there is removed; one that still runs is left alone. */
async function claim(staging: string): Promise<Disposable | null> {
  const file = path.join(staging, lockName);
  const names: string[] = await readdir(staging).catch(() => []);
  if (names.length > 0 && !names.includes(lockName))
    throw new BackupProblem(`${staging} is in the way; move it elsewhere`);
  await mkdir(staging, { recursive: true });
  const lock = holdLock(file);
  if (!lock) return null;
  try {
    await rm(path.join(staging, 'library'), { recursive: true, force: true });
    return lock;
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

async function requireRoom(place: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(place);
  const needed = manifest.bytes + manifest.database.sizeBytes;
  if (bavail * bsize < needed)
    throw new BackupProblem(
      `${place} has room for ${inWords(bavail * bsize)} and the library needs ${inWords(needed)}`,
    );
}

const isInUse = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR']);

async function putInPlace(library: string, dataDir: string): Promise<void> {
  if (path.dirname(path.dirname(library)) === dataDir) {
    const database = path.join(dataDir, sqliteFileName);
    try {
      // The database goes last: files without one are never taken for a library.
      await rename(path.join(library, 'files'), path.join(dataDir, 'files'));
      await rename(path.join(library, sqliteFileName), database);
    } catch (error) {
      // The data folder stays empty, so that the same command can be given again.
      const isWhole = await stat(database).catch(() => null);
      if (!isWhole) await rename(path.join(dataDir, 'files'), path.join(library, 'files')).catch(() => undefined);
      throw error;
    }
    await syncPath(dataDir);
    return;
  }
  const found = await stat(dataDir).catch(nullWhenMissing);
  try {
    // Fails when something has been put there since.
    if (found) await rmdir(dataDir);
    await rename(library, dataDir);
  } catch (error) {
    // The empty folder stays, with the rights its operator gave it.
    if (found) await mkdir(dataDir, { mode: found.mode }).catch(() => undefined);
    if (error instanceof Error && 'code' in error && isInUse.has(String(error.code)))
      throw new BackupProblem(`${dataDir} was put to use meanwhile; nothing was restored`, { cause: error });
    throw error;
  }
  await syncPath(path.dirname(dataDir));
}

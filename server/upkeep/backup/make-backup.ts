import { randomUUID } from 'node:crypto';
import { mkdir, rm, mkdtemp, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { tmpdir } from 'node:os';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import type { SnapshotFacts } from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName, sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openStorage } from '#server/engines/open-storage.ts';
import type { S3Address } from '#server/engines/storage/s3/s3-address.ts';
import { BackupProblem, explain, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';
import { bytesOf } from '#server/upkeep/backup/format/codec.ts';
import { databasePath, manifestPath, snapshotName } from '#server/upkeep/backup/format/layout.ts';
import { writeManifest, type Manifest } from '#server/upkeep/backup/format/manifest.ts';
import type { Progress } from '#server/upkeep/backup/format/progress.ts';
import { readMigrations } from '#server/engines/database/migrate.ts';
import { openArchiveTarget } from './archive-target.ts';
import { takeBackupTurn, holdLock, type BackupTurn } from './backup-turn.ts';
import { isArchive, putSealed, type BackupTarget } from './backup-target.ts';
import { libraryOf, requireOutside, requireRoom, requireSameLibrary } from './check-target.ts';
import {
  byDigest,
  copyContents,
  createDiskSource,
  createStorageSource,
  readLazily,
  packDatabase,
  type FileSource,
} from './copy-contents.ts';
import { openFolderTarget } from './folder-target.ts';
import { openLiveLibrary, type LiveLibrary } from './live-library.ts';
import { backupDay } from './backup-day.ts';
import { openReader, openReaderCodec, readManifest } from './backup-reader.ts';

/** Thrown if another backup of the same library is being made. */
export class BackupIsRunning extends BackupProblem {}

export type BackupJob = {
  dataDir: string;
  /** The database of the records; null or absent if they are in `dataDir`. */
  database?: PostgresAddress | null;
  /** The store of the files; null or absent if they are in `dataDir`. */
  store?: S3Address | null;
  /** A name that ends in `.tar` is one archive, any other a folder. */
  target: string;
  passphrase: string | null;
  /** The current holder of the backup lease (backup-turn.ts), who also releases it. */
  holder?: string;
  /** A complete backup at the target that matches this is not made again. */
  finished?: Finished;
  /** For tests: a cheaper encryption of the key. */
  workFactor?: number;
};

export type BackupOutcome = {
  target: string;
  snapshot: string;
  materials: number;
  files: number;
  bytes: number;
  /** Bytes of files that the target did not have yet. */
  copiedBytes: number;
  /** Files with bytes that are lost or damaged in the library itself; the backup has all others. */
  missing: { id: string; name: string }[];
  /** The time when it was made, if it already existed (ISO 8601). */
  madeBefore?: string;
};

/**
 * Limit of rounds. If files are purged while they are copied, a new snapshot is taken. Every round has less to copy.
 */
const maxRounds = 20;

/**
 * Makes a backup of a library, running or not: the database as of one moment, and every file it references, each
 * verified by its digest. Stops when `signal` aborts; the same call resumes it later. Throws BackupProblem.
 */
export async function makeBackup(job: BackupJob, options: BackupOptions = {}): Promise<BackupOutcome> {
  try {
    return await makeLocked(job, options);
  } catch (error) {
    throw explain(error, job.target);
  }
}

async function makeLocked(
  job: BackupJob,
  { progress = () => {}, now = Date.now, ...rest }: BackupOptions,
): Promise<BackupOutcome> {
  const { dataDir } = job;
  await requireOutside(job);
  await using live = await openLiveLibrary({ dataDir, database: job.database ?? null, signal: rest.signal });
  const ownRoot = ownFolder(dataDir);
  await mkdir(ownRoot, { recursive: true });
  using lock = holdLock(path.join(ownRoot, 'lock'));
  const turn = lock && (await takeTurn(job, live));
  if (!turn) throw new BackupIsRunning('another backup of this library is being made; try again later');
  try {
    const signal = rest.signal ? AbortSignal.any([rest.signal, turn.lost]) : turn.lost;
    return await makeInTurn(job, live, { ...rest, progress, now, signal });
  } finally {
    await turn.end();
  }
}

/** Acquires the lease among all machines that use the records; the lock above is that of a data folder. */
function takeTurn({ holder }: BackupJob, { leases }: LiveLibrary): Promise<BackupTurn | null> {
  if (holder !== undefined) return takeBackupTurn({ leases, holder, isShared: true });
  return takeBackupTurn({ leases, holder: `backup.${randomUUID()}` });
}

async function makeInTurn(job: BackupJob, live: LiveLibrary, options: Work['options']): Promise<BackupOutcome> {
  const { dataDir, target: place, passphrase, workFactor, finished } = job;
  const found =
    finished &&
    (await findFinished({ target: place, passphrase, finished }, { madeAt: await live.madeAt(), now: options.now }));
  if (found) {
    const { snapshot, materials, files, bytes, missing, takenAt } = found;
    return { target: place, snapshot, materials, files, bytes, copiedBytes: 0, missing, madeBefore: takenAt };
  }
  const ownRoot = ownFolder(dataDir);
  await removeLeftovers(ownRoot);
  const work = await makeWorkFolder(dataDir, ownRoot);
  try {
    const locking = { passphrase, ...(workFactor !== undefined && { workFactor }) };
    const open = isArchive(job.target) ? openArchiveTarget : openFolderTarget;
    const target = await open(job.target, locking);
    let drop = false;
    try {
      await using source = await openSource(job);
      return await fill({ job, live, source: source.files, target, work, options });
    } catch (error) {
      // On a full disk nothing is left behind. A backup that was only interrupted is resumed.
      drop = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw error;
    } finally {
      await target.close({ drop });
    }
  } finally {
    // Remaining files are removed by the next backup.
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
  }
}

const ownFolder = (dataDir: string) => path.join(dataDir, 'backups');

export type BackupOptions = {
  progress?: Progress;
  signal?: AbortSignal;
  now?: () => number;
  /** Called after each snapshot, before its files are copied; for tests that change the library at that moment. */
  seeRound?: (round: number) => Promise<void>;
};

type Work = {
  job: BackupJob;
  live: LiveLibrary;
  source: FileSource;
  target: BackupTarget;
  work: string;
  options: Required<Pick<BackupOptions, 'progress' | 'now'>> & Pick<BackupOptions, 'signal' | 'seeRound'>;
};

async function fill({ job, live, source, target, work, options }: Work): Promise<BackupOutcome> {
  const { now, progress, signal, seeRound } = options;
  const copying = { paths: job, source, target, progress, signal };
  const database = path.join(work, sqliteFileName);
  let copiedBytes = 0;
  for (let round = 1; round <= maxRounds; round++) {
    const takenAt = now();
    const facts = await live.takeSnapshot(database);
    if (round === 1 && !isArchive(job.target)) await requireSameLibrary(job.target, target.codec, facts);
    await seeRound?.(round);
    const contents = byDigest(facts.files);
    const first = await copyContents(copying, contents);
    copiedBytes += first.copiedBytes;
    signal?.throwIfAborted();
    const held: SnapshotFacts['files'] = [];
    for (const file of first.lost) if (await live.holdsFile(file)) held.push(file);
    // A file was purged meanwhile: a new snapshot is needed, which no longer references it.
    if (held.length < first.lost.length) continue;
    // Retried once: a file may have been removed and uploaded again between reading its bytes and its record.
    const second = held.length === 0 ? nothingCopied : await copyContents(copying, byDigest(held));
    copiedBytes += second.copiedBytes;
    const snapshot = snapshotName(target.nextNumber, takenAt);
    const packed = await putDatabase(job, target, { snapshot, database, work });
    const manifest = describeSnapshot({ takenAt, facts, database: packed, contents, missing: second.lost });
    const bytes = writeManifest(manifest);
    await putSealed(target, manifestPath(snapshot, target.codec.isEncrypted), bytes.length, bytesOf(bytes));
    await target.finish();
    const { materials, files, missing } = manifest;
    return { target: job.target, snapshot, materials, files, bytes: manifest.bytes, copiedBytes, missing };
  }
  throw new BackupProblem('files were deleted faster than they could be copied; try again later');
}

const nothingCopied = { lost: [], copiedBytes: 0 };

function describeSnapshot(parts: {
  takenAt: number;
  facts: SnapshotFacts;
  database: Manifest['database'];
  contents: ReturnType<typeof byDigest>;
  missing: SnapshotFacts['files'];
}): Manifest {
  const { facts, missing } = parts;
  const manifest: Manifest = {
    kind: 'examshelf-manifest',
    takenAt: new Date(parts.takenAt).toISOString(),
    library: libraryOf(facts),
    migrations: facts.migrations,
    database: parts.database,
    materials: facts.materials,
    files: facts.files.length,
    bytes: facts.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    contents: new Map(),
    missing: missing.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
  };
  const lostDigests = new Set(missing.map(({ sha256 }) => sha256));
  for (const [sha256, [first]] of parts.contents)
    if (first && !lostDigests.has(sha256)) manifest.contents.set(sha256, first.sizeBytes);
  return manifest;
}

async function putDatabase(
  job: BackupJob,
  target: BackupTarget,
  { snapshot, database, work }: { snapshot: string; database: string; work: string },
): Promise<Manifest['database']> {
  const { file, facts } = await packDatabase(database, work);
  await requireRoom(job, facts.packedBytes);
  await putSealed(target, databasePath(snapshot, target.codec.isEncrypted), facts.packedBytes, readLazily(file));
  return facts;
}

async function openSource({ dataDir, store }: BackupJob): Promise<AsyncDisposable & { files: FileSource }> {
  if (!store) return { files: createDiskSource(dataDir), [Symbol.asyncDispose]: async () => {} };
  const storage = await openStorage({ dataDir, store, purpose: `backup-${process.pid}` });
  return { files: createStorageSource(storage), [Symbol.asyncDispose]: () => storage.close() };
}

/** Accepts an existing backup: of a day (backup-day.ts), or, if null, of any. */
type Finished = { day: string | null; timeZone: string; at: string };

/**
 * Returns the newest backup at the target if it is complete, of this library, and of that day; else null. Its process
 * was killed before it was noted, or it was made by hand: it is not made again.
 */
async function findFinished(
  { target, passphrase, finished }: { target: string; passphrase: string | null; finished: Finished },
  { madeAt, now }: { madeAt: number; now: () => number },
): Promise<(Manifest & { snapshot: string }) | null> {
  try {
    await using reader = await openReader(target);
    const codec = await openReaderCodec(reader, target, passphrase);
    const snapshot = (await reader.listSnapshots(codec.isEncrypted)).at(-1);
    if (snapshot === undefined) return null;
    const manifest = await readManifest(reader, snapshot, codec);
    const moment = Date.parse(manifest.takenAt);
    const isOfDay = finished.day === null || (moment <= now() && backupDay(moment, finished) === finished.day);
    const isOurs = manifest.library === libraryOf({ madeAt, migrations: readMigrations(sqliteMigrations) });
    return isOfDay && isOurs ? { ...manifest, snapshot } : null;
  } catch (error) {
    // Problems at the target are reported when it is written.
    if (error instanceof BackupProblem) return null;
    return nullWhenMissing(error);
  }
}

const workPrefix = 'examshelf-work-';

/**
 * Creates a folder for the snapshot: in the data folder or, without enough space there, in the system's temporary
 * folder.
 */
async function makeWorkFolder(dataDir: string, ownRoot: string): Promise<string> {
  // Size of the copy, the compressed copy, and concurrent writes to the database. For a database on another machine
  // it is unknown before the copy.
  const found = await stat(path.join(dataDir, sqliteFileName)).catch(nullWhenMissing);
  const needed = 3 * (found?.size ?? 0);
  for (const root of [ownRoot, tmpdir()]) {
    const { bavail, bsize } = await statfs(root);
    if (bavail * bsize > needed) return mkdtemp(path.join(root, workPrefix));
  }
  throw new BackupProblem(
    `a copy of the database needs ${needed} bytes for a while; make room on the disk of ${dataDir}`,
  );
}

/** Removes the work folders of backups that were killed. */
async function removeLeftovers(ownRoot: string): Promise<void> {
  for (const name of await readdir(ownRoot))
    if (name.startsWith(workPrefix)) await rm(path.join(ownRoot, name), { recursive: true, force: true });
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import { readFault } from '#server/faults/read-fault.ts';
import { holdsFile, openForReading, takeSnapshot, type SnapshotFacts } from '#server/database/snapshot.ts';
import { storedPath } from '#server/storage/stored-path.ts';
import { openArchiveTarget } from './archive-target.ts';
import { BackupProblem, explain } from './backup-problem.ts';
import type { BackupTarget } from './backup-target.ts';
import { openFolderReader, readManifest } from './backup-reader.ts';
import type { Bytes } from './codec.ts';
import { listSnapshots, openFolderTarget } from './folder-target.ts';
import { holdLock } from './hold-lock.ts';
import { contentPath, databasePath, manifestPath, snapshotName } from './layout.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import { verified } from './verified.ts';

/** Another backup of the same library is being made. */
export class BackupIsRunning extends BackupProblem {}

export type BackupJob = {
  dataDir: string;
  /** A name that ends in `.tar` is one archive, any other a folder. */
  target: string;
  passphrase: string | null;
  /** Only for tests: a cheaper lock on the key. */
  workFactor?: number;
};

export type BackupOutcome = {
  /** `target`, and within a folder the snapshot. */
  target: string;
  snapshot: string;
  materials: number;
  files: number;
  bytes: number;
  /** Bytes of files that were not there yet. */
  copiedBytes: number;
  /** Files whose bytes are lost or damaged in the library itself; the backup has all others. */
  missing: { id: string; name: string }[];
};

/** Files may be purged while they are copied; each time a newer snapshot decides. Every round has less to copy. */
const maxRounds = 20;

/** Left free where the target shares a disk with the library, which goes on needing room. */
const reserveBytes = 512 * 1024 * 1024;

/** One archive when the name says so. */
export const isArchive = (target: string) => target.endsWith('.tar');

/**
 * Makes a backup of a library, running or not: the database as it is at one moment, and every file it names, each
 * verified by its digest. Stops when `signal` aborts; the same call then goes on where it was. Throws BackupProblem.
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
  { progress = () => {}, signal, now = Date.now, seeRound }: BackupOptions,
): Promise<BackupOutcome> {
  const { dataDir, passphrase, workFactor } = job;
  await requireOutside(job);
  using live = openLibrary(dataDir);
  const ownRoot = path.join(dataDir, 'backups');
  await mkdir(ownRoot, { recursive: true });
  using lock = holdLock(path.join(ownRoot, 'lock'));
  if (!lock) throw new BackupIsRunning('another backup of this library is being made; try again later');
  await removeLeftOvers(ownRoot);
  const work = await makeWorkFolder(dataDir, ownRoot);
  try {
    const locking = { passphrase, ...(workFactor !== undefined && { workFactor }) };
    const open = isArchive(job.target) ? openArchiveTarget : openFolderTarget;
    const target = await open(job.target, locking);
    let drop = false;
    try {
      return await fill({ job, live, target, work, progress, signal, now, seeRound });
    } catch (error) {
      // What fills a disk is of no use there. What was merely interrupted is gone on with.
      drop = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw error;
    } finally {
      await target.close({ drop });
    }
  } finally {
    // What cannot be removed now goes with the next backup.
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
  }
}

export type BackupOptions = {
  progress?: Progress;
  signal?: AbortSignal;
  now?: () => number;
  /** Called after each snapshot, before its files are copied; for tests that change the library just then. */
  seeRound?: (round: number) => Promise<void>;
};

type Work = Required<Pick<BackupOptions, 'progress' | 'now'>> & {
  job: BackupJob;
  live: DatabaseSync;
  target: BackupTarget;
  work: string;
  signal: AbortSignal | undefined;
  seeRound: BackupOptions['seeRound'];
};

async function fill(parts: Work): Promise<BackupOutcome> {
  const { job, live, target, work, now } = parts;
  const copied = { bytes: 0 };
  for (let round = 1; round <= maxRounds; round++) {
    const takenAt = now();
    const database = path.join(work, sqliteFileName);
    const facts = await takeSnapshot(live, database);
    if (round === 1) await requireSameLibrary(job, target, facts);
    await parts.seeRound?.(round);
    const contents = byDigest(facts.files);
    const lost = await copyContents(parts, contents, copied);
    parts.signal?.throwIfAborted();
    const held = lost.filter((file) => holdsFile(live, file));
    // Something was purged meanwhile: a snapshot that does not name it any more decides.
    if (held.length < lost.length) continue;
    // Looked at once more: it may have been removed and sent again between the look at the disk and at the database.
    const missing = held.length === 0 ? [] : await copyContents(parts, byDigest(held), copied);
    const snapshot = snapshotName(target.nextNumber, takenAt);
    const manifest: Manifest = {
      kind: 'examshelf-manifest',
      takenAt: new Date(takenAt).toISOString(),
      library: libraryOf(facts),
      migrations: facts.migrations,
      database: await putDatabase(parts, snapshot, database),
      materials: facts.materials,
      files: facts.files.length,
      bytes: facts.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      contents: new Map(),
      missing: missing.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
    };
    const lostDigests = new Set(missing.map(({ sha256 }) => sha256));
    for (const [sha256, [first]] of contents)
      if (first && !lostDigests.has(sha256)) manifest.contents.set(sha256, first.sizeBytes);
    const bytes = writeManifest(manifest);
    await putSealed(target, manifestPath(snapshot, target.codec.isEncrypted), bytes.length, single(bytes));
    await target.finish();
    return {
      target: job.target,
      snapshot,
      materials: manifest.materials,
      files: manifest.files,
      bytes: manifest.bytes,
      copiedBytes: copied.bytes,
      missing: manifest.missing,
    };
  }
  throw new BackupProblem('files were deleted faster than they could be copied; try again later');
}

type Contents = Map<string, SnapshotFacts['files']>;

/** The files by their bytes: those of one digest are kept once. */
function byDigest(files: SnapshotFacts['files']): Contents {
  const contents: Contents = new Map();
  for (const file of files) {
    const same = contents.get(file.sha256);
    if (same) same.push(file);
    else contents.set(file.sha256, [file]);
  }
  return contents;
}

/** Copies what is not there yet and answers the files whose bytes could not be had. */
async function copyContents(
  { job, target, progress, signal }: Work,
  contents: Contents,
  copied: { bytes: number },
): Promise<SnapshotFacts['files']> {
  const { codec } = target;
  const wanted: SnapshotFacts['files'][] = [];
  for (const same of contents.values()) {
    const [file] = same;
    if (!file) continue;
    if (!(await target.has(contentPath(codec.contentName(file.sha256)), codec.sealedSize(file.sizeBytes))))
      wanted.push(same);
  }
  const total = { files: wanted.length, bytes: wanted.reduce((sum, [file]) => sum + (file?.sizeBytes ?? 0), 0) };
  const done = { files: 0, bytes: 0 };
  progress({ done, total });
  const lost: SnapshotFacts['files'] = [];
  for (const same of wanted) {
    signal?.throwIfAborted();
    const before = done.bytes;
    const see = (bytes: number) => {
      signal?.throwIfAborted();
      done.bytes += bytes;
      progress({ done, total });
    };
    const isCopied = await copyOne(job, target, same, see, () => (done.bytes = before));
    if (isCopied) copied.bytes += same[0]?.sizeBytes ?? 0;
    else lost.push(...same);
    done.files++;
    progress({ done, total });
  }
  return lost;
}

async function copyOne(
  job: BackupJob,
  target: BackupTarget,
  same: SnapshotFacts['files'],
  see: (bytes: number) => void,
  again: () => void,
): Promise<boolean> {
  for (const file of same) {
    again();
    const source = path.join(job.dataDir, 'files', storedPath(file.id));
    const found = await stat(source).catch(nullWhenLost);
    if (!found?.isFile() || found.size !== file.sizeBytes) continue;
    await requireRoom(job, file.sizeBytes);
    let broke: unknown = null;
    const bytes = rememberError(verified(readWhenAsked(source), file, see), (error) => (broke = error));
    try {
      await putSealed(target, contentPath(target.codec.contentName(file.sha256)), file.sizeBytes, bytes);
      return true;
    } catch (error) {
      // A source that cannot be read or has other bytes is one thing, a target that cannot be written another.
      if (broke === null || (error instanceof Error && error.name === 'AbortError')) throw error;
      nullWhenLost(broke);
    }
  }
  return false;
}

/** For a file that cannot be read: null where the fault is its own, and thrown on where others would fail as well. */
function nullWhenLost(error: unknown): null {
  const fault = readFault(error);
  if (fault !== null && fault !== 'disk-failing') throw error;
  return null;
}

/** Opens the file with the first piece: a stream that fails to open before anything listens would end the process. */
async function* readWhenAsked(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

async function* rememberError(bytes: Bytes, remember: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    remember(error);
    throw error;
  }
}

async function putSealed(target: BackupTarget, name: string, sizeBytes: number, bytes: Bytes): Promise<void> {
  const sealed = await target.codec.seal(bytes, sizeBytes);
  await target.put(name, sealed.sizeBytes, sealed.bytes);
}

async function putDatabase({ job, target, work }: Work, snapshot: string, database: string) {
  const packed = path.join(work, 'database.sqlite.gz');
  const plain = createHash('sha256');
  await pipeline(
    createReadStream(database),
    async function* see(source: Bytes) {
      for await (const piece of source) {
        plain.update(piece);
        yield piece;
      }
    },
    createGzip(),
    createWriteStream(packed),
  );
  const packedHash = createHash('sha256');
  for await (const piece of createReadStream(packed)) packedHash.update(piece as Uint8Array);
  const { size: packedBytes } = await stat(packed);
  await requireRoom(job, packedBytes);
  const name = databasePath(snapshot, target.codec.isEncrypted);
  await putSealed(target, name, packedBytes, readWhenAsked(packed));
  return {
    sha256: plain.digest('hex'),
    sizeBytes: (await stat(database)).size,
    packedSha256: packedHash.digest('hex'),
    packedBytes,
  };
}

const libraryOf = ({ madeAt, migrations }: SnapshotFacts) =>
  createHash('sha256').update(`${madeAt} ${migrations[0]?.digest}`).digest('hex').slice(0, 20);

function nullWhenDamaged(error: unknown): null {
  if (error instanceof BackupProblem) return null;
  throw error;
}

/** A folder holds the backups of one library: two would push each other's out. */
async function requireSameLibrary(job: BackupJob, { codec }: BackupTarget, facts: SnapshotFacts): Promise<void> {
  if (isArchive(job.target)) return;
  const last = (await listSnapshots(job.target, codec.isEncrypted)).at(-1);
  if (last === undefined) return;
  const manifest = await readManifest(openFolderReader(job.target), last, codec).catch(nullWhenDamaged);
  if (manifest && manifest.library !== libraryOf(facts))
    throw new BackupProblem(`${job.target} holds the backups of another library; give each a folder of its own`);
}

async function requireOutside({ dataDir, target }: BackupJob): Promise<void> {
  const inside = await realpath(dataDir).catch(() => path.resolve(dataDir));
  const parent = path.dirname(path.resolve(target));
  const place = await realpath(target).catch(async () =>
    path.join(await realpath(parent).catch(() => parent), path.basename(target)),
  );
  if (place === inside || place.startsWith(inside + path.sep))
    throw new BackupProblem(`${target} is inside the data folder and would be lost with it; choose another place`);
}

/** Fails before the disk the library lives on is full. */
async function requireRoom({ dataDir, target }: BackupJob, bytes: number): Promise<void> {
  const folder = isArchive(target) ? path.dirname(target) : target;
  const [own, theirs] = await Promise.all([stat(dataDir), stat(folder)]);
  if (own.dev !== theirs.dev) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes)
    throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' });
}

function openLibrary(dataDir: string) {
  try {
    return openForReading(dataDir);
  } catch (error) {
    throw new BackupProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const workPrefix = 'examshelf-work-';

/** A folder of its own for the snapshot, beside the library or, where there is no room, in the system's for such things. */
async function makeWorkFolder(dataDir: string, ownRoot: string): Promise<string> {
  // The copy, the packed copy, and what is written to the database while they are made.
  const needed = 3 * (await stat(path.join(dataDir, sqliteFileName))).size;
  for (const root of [ownRoot, tmpdir()]) {
    const { bavail, bsize } = await statfs(root);
    if (bavail * bsize > needed) return mkdtemp(path.join(root, workPrefix));
  }
  throw new BackupProblem(
    `a copy of the database needs ${needed} bytes for a while; make room on the disk of ${dataDir}`,
  );
}

async function removeLeftOvers(ownRoot: string): Promise<void> {
  for (const name of await readdir(ownRoot))
    if (name.startsWith(workPrefix)) await rm(path.join(ownRoot, name), { recursive: true, force: true });
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

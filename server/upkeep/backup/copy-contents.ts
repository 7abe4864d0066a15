import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { SnapshotFacts } from '#server/engines/database/sqlite/snapshot.ts';
import { filesFolder } from '#server/engines/open-storage.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { verified, type Bytes } from '#server/upkeep/backup/format/codec.ts';
import { contentPath } from '#server/upkeep/backup/format/layout.ts';
import type { Manifest } from '#server/upkeep/backup/format/manifest.ts';
import type { Progress } from '#server/upkeep/backup/format/progress.ts';
import { putSealed, type BackupTarget } from './backup-target.ts';
import { requireRoom, type BackupPaths } from './check-target.ts';

/** Compresses the database into the folder `work`, and digests it before and after. */
export async function packDatabase(
  database: string,
  work: string,
): Promise<{ file: string; facts: Manifest['database'] }> {
  const file = path.join(work, 'database.sqlite.gz');
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
    createWriteStream(file),
  );
  const packed = createHash('sha256');
  for await (const piece of createReadStream(file)) packed.update(piece as Uint8Array);
  return {
    file,
    facts: {
      sha256: plain.digest('hex'),
      sizeBytes: (await stat(database)).size,
      packedSha256: packed.digest('hex'),
      packedBytes: (await stat(file)).size,
    },
  };
}

/** The source of file bytes for a backup. */
export interface FileSource {
  /**
   * Opens the bytes of a file; null if there is none of this size. Rejects for a reason that affects other files too.
   */
  open(file: { id: string; sizeBytes: number }): Promise<Bytes | null>;
}

/** Reads from the folder of files of a library, which a server may be using. */
export function createDiskSource(dataDir: string): FileSource {
  return {
    async open({ id, sizeBytes }) {
      const file = path.join(dataDir, filesFolder, storedPath(id));
      const found = await stat(file).catch(nullWhenLost);
      return found?.isFile() && found.size === sizeBytes ? readLazily(file) : null;
    },
  };
}

/** Reads from any other store. */
export function createStorageSource(storage: Pick<Storage, 'find' | 'read'>): FileSource {
  return {
    async open({ id, sizeBytes }) {
      const found = await storage.find(id);
      return found?.sizeBytes === sizeBytes ? readStored(storage, id) : null;
    },
  };
}

async function* readStored(storage: Pick<Storage, 'read'>, id: string): AsyncGenerator<Uint8Array> {
  yield* (await storage.read(id)) ?? [];
}

/** For a file that can't be read: null if only this file is affected; an error that affects all files is thrown. */
function nullWhenLost(error: unknown): null {
  const fault = readFault(error);
  if (fault !== null && fault !== 'disk-failing') throw error;
  return null;
}

/** Opens the file only when reading begins: an error of a stream without listeners would end the process. */
export async function* readLazily(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

type SnapshotFile = SnapshotFacts['files'][number];

type Copying = {
  paths: BackupPaths;
  source: FileSource;
  target: BackupTarget;
  progress: Progress;
  signal: AbortSignal | undefined;
};

/** Files by their SHA-256. */
type Contents = Map<string, SnapshotFile[]>;

/** Groups files by their bytes, because bytes are stored once for each digest. */
export function byDigest(files: SnapshotFile[]): Contents {
  const contents: Contents = new Map();
  for (const file of files) {
    const same = contents.get(file.sha256);
    if (same) same.push(file);
    else contents.set(file.sha256, [file]);
  }
  return contents;
}

/**
 * Copies the contents that the target does not have yet. Returns the files with missing or damaged bytes in the
 * library, and the number of bytes copied.
 */
export async function copyContents(
  { paths, source, target, progress, signal }: Copying,
  contents: Contents,
): Promise<{ lost: SnapshotFile[]; copiedBytes: number }> {
  const { codec } = target;
  const wanted: SnapshotFile[][] = [];
  for (const same of contents.values()) {
    const [file] = same;
    if (!file) continue;
    if (!(await target.has(contentPath(codec.contentName(file.sha256)), codec.sealedSize(file.sizeBytes))))
      wanted.push(same);
  }
  const total = { files: wanted.length, bytes: wanted.reduce((sum, [file]) => sum + (file?.sizeBytes ?? 0), 0) };
  const done = { files: 0, bytes: 0 };
  progress({ done, total });
  const lost: SnapshotFile[] = [];
  let copiedBytes = 0;
  for (const same of wanted) {
    signal?.throwIfAborted();
    const before = done.bytes;
    const see = (bytes: number) => {
      signal?.throwIfAborted();
      done.bytes += bytes;
      progress({ done, total });
    };
    const isCopied = await copyOne({ paths, source, target }, same, see, () => (done.bytes = before));
    if (isCopied) copiedBytes += same[0]?.sizeBytes ?? 0;
    else lost.push(...same);
    done.files++;
    progress({ done, total });
  }
  return { lost, copiedBytes };
}

/** Copies the bytes of the first of these files that has them; all of them should. */
async function copyOne(
  { paths, source, target }: Pick<Copying, 'paths' | 'source' | 'target'>,
  same: SnapshotFile[],
  see: (bytes: number) => void,
  startAgain: () => void,
): Promise<boolean> {
  for (const file of same) {
    startAgain();
    const stored = await source.open(file);
    if (!stored) continue;
    await requireRoom(paths, file.sizeBytes);
    let broke: unknown = null;
    const bytes = rememberError(verified(stored, file, see), (error) => (broke = error));
    try {
      await putSealed(target, contentPath(target.codec.contentName(file.sha256)), file.sizeBytes, bytes);
      return true;
    } catch (error) {
      // Only an error of the source, which can't be read or has other bytes, may mean that the file is lost.
      if (broke === null || (error instanceof Error && error.name === 'AbortError')) throw error;
      nullWhenLost(broke);
    }
  }
  return false;
}

async function* rememberError(bytes: Bytes, remember: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    remember(error);
    throw error;
  }
}

import type { SnapshotFacts } from '#server/engines/database/sqlite/snapshot.ts';
import { type Bytes, verified } from '#server/upkeep/backup/format/codec.ts';
import { contentPath } from '#server/upkeep/backup/format/layout.ts';
import type { Progress } from '#server/upkeep/backup/format/progress.ts';
import { putSealed, type BackupTarget } from './backup-target.ts';
import { requireRoom, type BackupPaths } from './check-target.ts';
import { nullWhenLost, type FileSource } from './file-source.ts';

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
 * Copies the contents that the target does not have yet. Returns the files whose bytes are missing or damaged in the
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

/** Copies the bytes of the first of these files whose bytes are there; all of them should have the same. */
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

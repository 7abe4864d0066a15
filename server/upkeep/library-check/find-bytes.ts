import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isIdentifier } from '#domain/identifier.ts';
import type { RemovedFile } from '#server/engines/database/database.ts';
import { rowsAtOnce, type RecordView } from '#server/engines/database/record-view.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { inBatches } from '#server/machinery/queues/in-batches.ts';

/** One entry in the store of files. */
export type FoundBytes = {
  /** A finished file; parts of an upload; a file that is or was being written; anything else. */
  kind: 'stored' | 'parts' | 'halfMade' | 'foreign';
  /** The id of the file, or a path. */
  name: string;
  /** For finished files and parts, in milliseconds since 1970 by the clock of the store. */
  modifiedAt: number;
};

/** Lists the folder of files without reading any. Missing folders count as empty. */
export async function* findBytes(root: string): AsyncGenerator<FoundBytes> {
  for await (const name of namesIn(root)) {
    const folder = path.join(root, name);
    if (name === 'temp') {
      for await (const each of namesIn(folder)) yield other('halfMade', path.join(name, each));
    } else if (name === 'parts') {
      yield* findParts(folder, name);
    } else if (/^[0-9a-f]{2}$/.test(name)) {
      for await (const fileId of namesIn(folder)) {
        const isFile = isIdentifier(fileId) && storedPath(fileId) === `${name}/${fileId}`;
        if (isFile) yield* found('stored', fileId, path.join(folder, fileId));
        else yield other('foreign', path.join(name, fileId));
      }
    } else {
      yield other('foreign', name);
    }
  }
}

async function* findParts(folder: string, name: string): AsyncGenerator<FoundBytes> {
  for await (const fileId of namesIn(folder)) {
    for await (const part of namesIn(path.join(folder, fileId)))
      if (part.endsWith('.temp')) yield other('halfMade', path.join(name, fileId, part));
    if (isIdentifier(fileId)) yield* found('parts', fileId, path.join(folder, fileId));
    else yield other('foreign', path.join(name, fileId));
  }
}

const other = (kind: 'halfMade' | 'foreign', name: string): FoundBytes => ({ kind, name, modifiedAt: 0 });

/** Leaves out files that no longer exist. */
async function* found(kind: 'stored' | 'parts', name: string, file: string): AsyncGenerator<FoundBytes> {
  const facts = await stat(file).catch(() => null);
  if (facts) yield { kind, name, modifiedAt: facts.mtimeMs };
}

/** Reads a stored file completely. Null if it matches its record, else the fault. */
export async function findFault(root: string, file: RemovedFile): Promise<'missing' | 'changed' | 'unreadable' | null> {
  const stored = path.join(root, storedPath(file.id));
  try {
    if ((await stat(stored)).size !== file.sizeBytes) return 'changed';
    const hash = createHash('sha256');
    for await (const piece of createReadStream(stored, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer);
    return hash.digest('hex') === file.sha256 ? null : 'changed';
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? 'missing' : 'unreadable';
  }
}

/** Yields the names in a folder, read incrementally; none if there is no such folder. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  const opened = await opendir(folder).catch(() => null);
  if (opened) for await (const { name } of opened) yield name;
}

const derivedFolders = ['pictures', 'reading'];

/**
 * Yields the folders of pictures and reading copies of deleted files, below `dataDir`. Each is named by a file's id
 * or by the digest of its bytes.
 */
export async function* findDerivedOfNothing(
  dataDir: string,
  records: Pick<RecordView, 'findNamesOfFiles'>,
): AsyncGenerator<string> {
  for (const folder of derivedFolders) {
    for await (const names of inBatches(namesIn(path.join(dataDir, folder)), rowsAtOnce)) {
      const derived = names.filter((name) => !name.startsWith('.'));
      const known = await records.findNamesOfFiles(derived);
      for (const name of derived) if (!known.has(name)) yield path.join(folder, name);
    }
  }
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isIdentifier } from '#domain/identifier.ts';
import { syncPath } from '#server/machinery/files/durable.ts';
import { modifiedAt, namesIn, nullWhenMissing, sizeOf } from '#server/machinery/files/missing-is-null.ts';
import { digestFiles } from './digest-files.ts';
import { createDiskParts } from './disk-parts.ts';
import { createDiskPaths, tempSuffix, type DiskPaths } from './disk-paths.ts';
import { createFilesAside } from './files-aside.ts';
import { createOpenFiles, type OpenFiles } from './open-files.ts';
import { DamagedFile, type Storage } from './storage.ts';

/** Moves bytes between the store and the sibling folder `{root}-aside`. */
function createDiskAside(
  paths: DiskPaths,
  openFiles: OpenFiles,
): Pick<Storage, 'setAside' | 'listAside' | 'bringBack' | 'ageAside'> {
  const aside = createFilesAside({ directory: `${paths.root}-aside` });
  return {
    async setAside(fileId, kind) {
      const source = kind === 'bytes' ? paths.finished(fileId) : paths.partsFolder(fileId);
      if ((await sizeOf(source)) === null) return null;
      const moved = await aside.take(fileId, kind, source);
      openFiles.forget(kind === 'bytes' ? source : paths.part(fileId, 0));
      return moved;
    },

    async *listAside() {
      for await (const { fileId } of aside.list()) if (isIdentifier(fileId)) yield fileId;
    },

    async bringBack({ id, sizeBytes, sha256 }) {
      const target = paths.finished(id);
      for await (const found of aside.list()) {
        if (found.fileId !== id || found.sizeBytes !== sizeBytes) continue;
        if ((await digestFiles([found.path])).sha256 !== sha256) continue;
        await mkdir(path.dirname(target), { recursive: true });
        await aside.giveBack(found.path, target);
        return true;
      }
      return false;
    },

    ageAside: (passedMs, keptMs) => aside.age(passedMs, keptMs),
  };
}

/** Size of one read from the disk. Larger gains nothing, smaller costs throughput (64 KB: half). */
const readBytesAtOnce = 256 * 1024;

/** Finished files. */
function createDiskFiles(
  paths: DiskPaths,
  openFiles: OpenFiles,
): Pick<Storage, 'find' | 'read' | 'pour' | 'withLocalFile' | 'relativePath' | 'addressFor' | 'remove' | 'list'> {
  return {
    async find(fileId) {
      const sizeBytes = await sizeOf(paths.finished(fileId));
      return sizeBytes === null ? null : { sizeBytes };
    },

    async read(fileId, range) {
      const handle = await open(paths.finished(fileId), 'r').catch(nullWhenMissing);
      return handle && handle.createReadStream({ ...range, highWaterMark: readBytesAtOnce });
    },

    async pour(fileId, range, take, wholeBytes) {
      const checkSize = (found: number) => {
        if (wholeBytes !== undefined && found !== wholeBytes)
          throw new DamagedFile(fileId, { expected: wholeBytes, found });
      };
      return openFiles.pour(paths.finished(fileId), range.start, range.end, take, checkSize);
    },

    async withLocalFile(fileId, work) {
      const found = paths.finished(fileId);
      return (await sizeOf(found)) === null ? null : work(found);
    },

    relativePath: (fileId) => paths.relative(fileId),

    addressFor: async () => null,

    async remove(fileId) {
      const target = paths.finished(fileId);
      const wasThere = await unlink(target).then(() => true, nullWhenMissing);
      openFiles.forget(target);
      if (wasThere) await syncPath(path.dirname(target));
    },

    async *list() {
      for (const name of await namesIn(paths.root)) {
        if (!/^[0-9a-f]{2}$/.test(name)) continue;
        const folder = path.join(paths.root, name);
        for (const fileId of await namesIn(folder)) {
          const found = isIdentifier(fileId) ? await modifiedAt(path.join(folder, fileId)) : null;
          if (found !== null) yield { fileId, modifiedAt: found };
        }
      }
    },
  };
}

/**
 * Stores the bytes in a folder, which is created if it is missing:
 *
 *     {2 hex digits}/{fileId}    finished files, spread over 256 folders by a digest of the id
 *     parts/{fileId}/{index}     parts of files that are still being uploaded
 *     temp/                      finished files being made
 *
 * and next to it, in `{directory}-aside`, bytes without a record (files-aside.ts). No other process may write here at
 * the same time (data-folder/lock-data-folder.ts): incomplete files that this process does not write were left by a
 * killed process.
 *
 * Every file is written under another name, synced, renamed, and its folder synced: after a power cut a file exists
 * completely or not at all.
 */
export async function openDisk({ directory }: { directory: string }): Promise<Storage> {
  const paths = createDiskPaths(directory);
  await mkdir(paths.partsRoot, { recursive: true });
  await mkdir(paths.tempRoot, { recursive: true });
  const openFiles = createOpenFiles();
  const beingWritten = new Set<string>();

  async function ping(): Promise<void> {
    const probe = path.join(paths.tempRoot, `ping.${randomUUID()}`);
    beingWritten.add(probe);
    const handle = await open(probe, 'wx');
    await handle.close();
    await unlink(probe);
    beingWritten.delete(probe);
  }

  return {
    ...createDiskParts({ paths, openFiles, beingWritten }),
    ...createDiskFiles(paths, openFiles),
    ...createDiskAside(paths, openFiles),

    async tidy() {
      const leftBehind = (await listHalfMade(paths)).filter((file) => !beingWritten.has(file));
      for (const file of leftBehind) await rm(file, { recursive: true, force: true });
      return leftBehind.length;
    },

    derived: null,

    ping,
    // server/machinery/faults/disk-room.ts monitors the free space of a disk.
    tryRoom: ping,

    close: () => openFiles.close(),
  };
}

async function listHalfMade({ partsRoot, tempRoot }: DiskPaths): Promise<string[]> {
  const found = (await namesIn(tempRoot)).map((name) => path.join(tempRoot, name));
  for (const fileId of await namesIn(partsRoot)) {
    for (const name of await namesIn(path.join(partsRoot, fileId)))
      if (name.endsWith(tempSuffix)) found.push(path.join(partsRoot, fileId, name));
  }
  return found;
}

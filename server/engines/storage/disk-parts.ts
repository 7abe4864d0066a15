import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isIdentifier } from '#domain/identifier.ts';
import { syncPath, linkOrCopy, linkOrRename } from '#server/machinery/files/durable.ts';
import { modifiedAt, namesIn, nullWhenMissing, removeFile, sizeOf } from '#server/machinery/files/missing-is-null.ts';
import { digestFiles, type Digested } from './digest-files.ts';
import { tempSuffix, type DiskPaths } from './disk-paths.ts';
import type { OpenFiles } from './open-files.ts';
import type { Storage } from './storage.ts';

/** Stores parts of files that are still being uploaded, and joins them to one file. */
export function createDiskParts(parts: {
  paths: DiskPaths;
  openFiles: OpenFiles;
  /** Incomplete files that this process is writing. */
  beingWritten: Set<string>;
}): Pick<Storage, 'putPart' | 'readHead' | 'readPart' | 'joinParts' | 'removeParts' | 'listParts'> {
  const { paths, openFiles, beingWritten } = parts;

  /** Runs `write`, which makes `temp` and gives it its final name. Removes `temp` if anything of it is left. */
  async function throughTemp<Result>(temp: string, write: () => Promise<Result>): Promise<Result> {
    beingWritten.add(temp);
    try {
      return await write();
    } finally {
      // Removes the temporary name even after success: a file that was renamed onto another name of itself has both
      // names.
      await removeFile(temp);
      beingWritten.delete(temp);
    }
  }

  return {
    async putPart(fileId, index, bytes) {
      const target = paths.part(fileId, index);
      // Until the pipeline below listens, an error of the stream would end the process; the pipeline reports it.
      bytes.on('error', () => undefined);
      const held = await sizeOf(target);
      if (held !== null) return held;
      const folder = paths.partsFolder(fileId);
      const made = await mkdir(folder, { recursive: true });
      const temp = `${target}.${randomUUID()}${tempSuffix}`;
      await throughTemp(temp, async () => {
        await pipeline(bytes, createWriteStream(temp, { flags: 'wx', flush: true }));
        await linkOrRename(temp, target);
      });
      await Promise.all([syncPath(folder), made && syncPath(paths.partsRoot)]);
      return (await stat(target)).size;
    },

    async readHead(fileId, length) {
      const head: Buffer[] = [];
      const part = paths.part(fileId, 0);
      await openFiles.pour(part, 0, length - 1, async (piece) => void head.push(Buffer.from(piece)));
      return Buffer.concat(head);
    },

    async readPart(fileId, index) {
      const handle = await open(paths.part(fileId, index), 'r').catch(nullWhenMissing);
      return handle && handle.createReadStream();
    },

    async joinParts(fileId, count) {
      const sources = Array.from({ length: count }, (_, index) => paths.part(fileId, index));
      for (const part of sources) if ((await sizeOf(part)) === null) return null;
      const target = paths.finished(fileId);
      const temp = paths.temp(fileId, randomUUID());
      return throughTemp(temp, async () => {
        const joined = await join(sources, temp);
        const made = await mkdir(path.dirname(target), { recursive: true });
        await rename(temp, target);
        // Handles that are open now belong to an earlier file of this id.
        openFiles.forget(target);
        await Promise.all([syncPath(path.dirname(target)), made && syncPath(paths.root)]);
        return joined;
      });
    },

    async removeParts(fileId) {
      openFiles.forget(paths.part(fileId, 0));
      await rm(paths.partsFolder(fileId), { recursive: true, force: true, maxRetries: 3 });
    },

    async *listParts() {
      for (const fileId of await namesIn(paths.partsRoot)) {
        const found = isIdentifier(fileId) ? await modifiedAt(path.join(paths.partsRoot, fileId)) : null;
        if (found !== null) yield { fileId, modifiedAt: found };
      }
    },
  };
}

/** Joins the parts to `temp`, durably. */
async function join(parts: string[], temp: string): Promise<Digested> {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) {
    // A file of one part needs no copy.
    await linkOrCopy(only, temp);
    return digestFiles([temp]);
  }
  await using output = await open(temp, 'wx');
  const joined = await digestFiles(parts, async (bytes) => {
    for (let offset = 0; offset < bytes.length;) {
      offset += (await output.write(bytes, offset)).bytesWritten;
    }
  });
  await output.sync();
  return joined;
}

import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isIdentifier } from '#domain/identifier.ts';
import type { DiskPaths } from './disk-paths.ts';
import { syncPath } from '#server/machinery/files/durable.ts';
import { modifiedAt, namesIn, nullWhenMissing, sizeOf } from '#server/machinery/files/missing-is-null.ts';
import type { OpenFiles } from './open-files.ts';
import { DamagedFile, type Storage } from './storage.ts';

/** Size of one read from the disk. A larger one is not faster, a smaller one costs throughput (64 KB: half). */
const readBytesAtOnce = 256 * 1024;

/** Finished files. */
export function createDiskFiles(
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

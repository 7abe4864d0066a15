import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isIdentifier } from '#domain/identifier.ts';
import { digestFiles } from './digest-files.ts';
import type { DiskPaths } from './disk-paths.ts';
import { createFilesAside } from './files-aside.ts';
import { sizeOf } from '#server/machinery/files/missing-is-null.ts';
import type { OpenFiles } from './open-files.ts';
import type { Storage } from './storage.ts';

/** Moves bytes between the store and the sibling folder `{root}-aside`. */
export function createDiskAside(
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

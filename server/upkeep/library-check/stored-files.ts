import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { RemovedFile } from '#server/engines/database/database.ts';
import { filesFolder } from '#server/engines/open-storage.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { findBytes, findFault, namesIn, type FoundBytes } from './find-bytes.ts';

/** The stored bytes of a library, for comparing them with its records. Read-only. */
export interface StoredFiles {
  /** Lists the stored bytes in no particular order. */
  find(): AsyncIterable<FoundBytes>;
  /** True if the listed finished bytes, or parts, still exist. */
  isThere(found: FoundBytes): Promise<boolean>;
  /** Reads a file completely. Returns null if it matches its record, else the fault. */
  findFault(file: RemovedFile): Promise<'missing' | 'changed' | 'unreadable' | null>;
  /** Lists files set aside, in words for the operator. */
  listAside(): AsyncIterable<string>;
}

export function createFolderFiles(dataDir: string): StoredFiles {
  const root = path.join(dataDir, filesFolder);
  const aside = `${filesFolder}-aside`;
  return {
    find: () => findBytes(root),
    isThere: ({ kind, name }) =>
      stat(path.join(root, kind === 'parts' ? `parts/${name}` : storedPath(name))).then(
        () => true,
        () => false,
      ),
    findFault: (file) => findFault(root, file),
    async *listAside() {
      for await (const day of namesIn(path.join(dataDir, aside))) {
        for await (const name of namesIn(path.join(dataDir, aside, day)))
          if (name !== 'lived.json') yield path.join(aside, day, name);
      }
    },
  };
}

/** Wraps any other store. A store that does not respond is an error, not a missing file. */
export function createStorageFiles(
  storage: Pick<Storage, 'list' | 'listParts' | 'listAside' | 'find' | 'read'>,
): StoredFiles {
  return {
    async *find() {
      for await (const { fileId, modifiedAt } of storage.list()) yield { kind: 'stored', name: fileId, modifiedAt };
      for await (const { fileId, modifiedAt } of storage.listParts()) yield { kind: 'parts', name: fileId, modifiedAt };
    },
    async isThere({ kind, name }) {
      if (kind === 'stored') return (await storage.find(name)) !== null;
      for await (const { fileId } of storage.listParts()) if (fileId === name) return true;
      return false;
    },
    async findFault({ id, sizeBytes, sha256 }) {
      const bytes = await storage.read(id);
      if (!bytes) return 'missing';
      const hash = createHash('sha256');
      let read = 0;
      for await (const piece of bytes) {
        hash.update(piece as Buffer);
        read += (piece as Buffer).length;
      }
      return read === sizeBytes && hash.digest('hex') === sha256 ? null : 'changed';
    },
    listAside: () => storage.listAside(),
  };
}

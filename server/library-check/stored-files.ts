import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RemovedFile } from '#server/database/database.ts';
import { filesFolder } from '#server/storage/open-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { findBytes, findFault, namesIn, type FoundBytes } from './find-bytes.ts';

/** The stored bytes of a library, for comparing them with its records. Nothing is changed. */
export interface StoredFiles {
  find(): Promise<FoundBytes>;
  /** Reads a file completely. Null when it is as recorded, else what is wrong. */
  findFault(file: RemovedFile): Promise<'missing' | 'changed' | 'unreadable' | null>;
  /** What was set aside, in words for the operator. */
  listAside(): Promise<string[]>;
}

export function createFolderFiles(dataDir: string): StoredFiles {
  const root = path.join(dataDir, filesFolder);
  const aside = `${filesFolder}-aside`;
  return {
    find: () => findBytes(root),
    findFault: (file) => findFault(root, file),
    async listAside() {
      const found: string[] = [];
      for (const day of await namesIn(path.join(dataDir, aside))) {
        for (const name of await namesIn(path.join(dataDir, aside, day)))
          if (name !== 'lived.json') found.push(path.join(aside, day, name));
      }
      return found;
    },
  };
}

/** Any other store. One that does not answer is an error, not a missing file. */
export function createStorageFiles(storage: Pick<Storage, 'list' | 'listParts' | 'listAside' | 'read'>): StoredFiles {
  return {
    async find() {
      const found: FoundBytes = { stored: [], parts: [], halfMade: [], foreign: [] };
      for await (const { fileId } of storage.list()) found.stored.push(fileId);
      for await (const { fileId } of storage.listParts()) found.parts.push(fileId);
      return found;
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
    async listAside() {
      const found: string[] = [];
      for await (const fileId of storage.listAside()) found.push(fileId);
      return found;
    },
  };
}

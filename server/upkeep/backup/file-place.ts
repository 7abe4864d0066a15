import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncPath } from '#server/machinery/files/durable.ts';
import { filesFolder } from '#server/engines/open-storage.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import { type Bytes, WrongBytes } from '#server/upkeep/backup/format/codec.ts';

/** The target of restored files. */
export interface FilePlace {
  /** Writes the bytes of a file whose id was checked. Writes nothing if `bytes` throws. */
  put(file: { id: string; sha256: string }, bytes: Bytes): Promise<void>;
  /** Resolves when everything that was put is durable. */
  finish(): Promise<void>;
}

/** Creates the folder for the files of a library that is being restored. */
export async function createFolderPlace(library: string): Promise<FilePlace> {
  const root = path.join(library, filesFolder);
  await mkdir(root);
  return {
    async put({ id }, bytes) {
      const target = path.join(root, storedPath(id));
      await mkdir(path.dirname(target), { recursive: true });
      await pipeline(bytes, createWriteStream(target, { flags: 'wx', flush: true }));
    },
    async finish() {
      for (const folder of await readdir(root)) await syncPath(path.join(root, folder));
      await syncPath(root);
      await syncPath(library);
    },
  };
}

/** Wraps any other store, which must be empty. */
export function createStoragePlace(storage: Storage): FilePlace & { clear(): Promise<void> } {
  const begun = new Set<string>();
  return {
    /** Removes only the files that were put here, after a failure. */
    async clear() {
      for (const id of begun) {
        await storage.removeParts(id);
        await storage.remove(id);
      }
    },
    async put({ id, sha256 }, bytes) {
      begun.add(id);
      await storage.removeParts(id);
      await storage.putPart(id, 0, Readable.from(bytes));
      const joined = await storage.joinParts(id, 1);
      await storage.removeParts(id);
      if (joined?.sha256 !== sha256) throw new WrongBytes('the store returned other bytes');
    },
    finish: async () => {},
  };
}

/** Throws unless the store has neither a file nor a started upload, of any library. */
export async function requireEmptyStore(storage: Storage): Promise<void> {
  for (const held of [storage.list(), storage.listParts()])
    for await (const { fileId } of held)
      throw new BackupProblem(
        `the store of STORAGE_URL is not empty (it holds ${fileId}); name another bucket or prefix`,
      );
}

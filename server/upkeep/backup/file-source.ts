import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { filesFolder } from '#server/engines/open-storage.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import type { Bytes } from '#server/upkeep/backup/format/codec.ts';

/** The source of file bytes for a backup. */
export interface FileSource {
  /**
   * Opens the bytes of a file; null if there is no file of this size. Rejects if the reason affects other files too.
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

/** Returns null for an error that affects only this file; throws an error that affects all files. */
export function nullWhenLost(error: unknown): null {
  const fault = readFault(error);
  if (fault !== null && fault !== 'disk-failing') throw error;
  return null;
}

/**
 * Reads a file, and opens it only when reading begins, because an error of a stream without listeners would end the
 * process.
 */
export async function* readLazily(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

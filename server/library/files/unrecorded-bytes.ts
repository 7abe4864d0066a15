import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, RemovedFile } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { OneAtATime } from './one-at-a-time.ts';

/**
 * Bytes without a record. They are deleted only if a note says that the record was removed on purpose and no material
 * references them; all others are moved aside, because the database may be wrong. Bytes that a material references stay
 * in the store: their record was lost, and `npm run check-library -- --repair` restores it.
 */
export interface UnrecordedBytes {
  /** Removes the bytes of a file whose record was just removed, unless its upload was started again. */
  remove(fileId: string): Promise<void>;
  /**
   * Does the same at a later time, when the bytes may differ from the noted ones: then they are moved aside. Bytes that
   * a material references stay. Returns true if the bytes were removed.
   */
  removeNoted(fileId: string): Promise<boolean>;
  /** Makes sure that the store has no bytes with that id. Call it with the lock of the file. */
  clear(fileId: string): Promise<void>;
  /**
   * Moves bytes aside and returns their new location; null if they have a record or a note, a material references them,
   * or they are in use. Acquires the lock of the file, so call it only for files that seem to have no record.
   */
  setAside(fileId: string, kind: 'bytes' | 'parts'): Promise<string | null>;
  /** Moves bytes that were moved aside back, if they have a record again. */
  bringBack(fileId: string): Promise<boolean>;
  /** True if the lock of the file is in use, for example by an upload: all methods above would wait for it. */
  isBusy(fileId: string): Promise<boolean>;
  /**
   * True if a material, even one in the trash, references the file as its document or cover, or a PDF was made from it.
   */
  isNamed(fileId: string): Promise<boolean>;
}

export function createUnrecordedBytes(parts: {
  database: Database;
  storage: Storage;
  log: Logger;
  oneAtATime: OneAtATime;
}): UnrecordedBytes {
  const { database, storage, log, oneAtATime } = parts;
  const { files, materials } = database;
  const isNamed = async (fileId: string) =>
    (await materials.usesOfFile(fileId)) !== 'none' || (await files.isPhotograph(fileId));

  async function clear(fileId: string): Promise<boolean> {
    const noted = (await isNamed(fileId)) ? null : await files.findRemoved(fileId);
    const isNoted = noted !== null && (!(await storage.find(fileId)) || (await hasBytes(storage, noted)));
    if (isNoted) await removeAll(fileId);
    else {
      const place = await storage.setAside(fileId, 'bytes');
      if (place !== null) log.error({ fileId, place }, 'stored bytes without a record were moved aside');
    }
    if (noted) await files.forgetRemoved(fileId);
    return isNoted;
  }

  /** Removes the file and its parts, which remain if the process is killed right after finishing the file. */
  async function removeAll(fileId: string): Promise<void> {
    await storage.removeParts(fileId);
    await storage.remove(fileId);
  }

  return {
    remove: (fileId) =>
      oneAtATime(fileId, async () => {
        if ((await files.find(fileId)) || (await isNamed(fileId))) return;
        await removeAll(fileId);
        await files.forgetRemoved(fileId);
      }),

    removeNoted: (fileId) =>
      oneAtATime(fileId, async () => {
        if (!(await files.find(fileId))) return (await isNamed(fileId)) ? false : clear(fileId);
        await files.forgetRemoved(fileId);
        return false;
      }),

    async clear(fileId) {
      await clear(fileId);
    },

    async setAside(fileId, kind) {
      if (await oneAtATime.isBusy(fileId)) return null;
      return oneAtATime(fileId, async () => {
        const file = await files.find(fileId);
        if (file) {
          // The parts of a finished file are a second copy of its bytes.
          if (kind === 'parts' && file.isFinished && (await storage.find(fileId))) await storage.removeParts(fileId);
          return null;
        }
        if (kind === 'bytes' && ((await files.findRemoved(fileId)) || (await isNamed(fileId)))) return null;
        return storage.setAside(fileId, kind);
      });
    },

    bringBack: (fileId) =>
      oneAtATime(fileId, async () => {
        const file = await files.find(fileId);
        if (!file?.isFinished || (await storage.find(fileId))) return false;
        return storage.bringBack(file);
      }),

    isBusy: (fileId) => oneAtATime.isBusy(fileId),
    isNamed,
  };
}

async function hasBytes(storage: Storage, { id, sizeBytes, sha256 }: RemovedFile): Promise<boolean> {
  if ((await storage.find(id))?.sizeBytes !== sizeBytes) return false;
  const hash = createHash('sha256');
  for await (const bytes of (await storage.read(id)) ?? []) hash.update(bytes as Uint8Array);
  return hash.digest('hex') === sha256;
}

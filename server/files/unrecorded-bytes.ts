import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, RemovedFile } from '#server/database/database.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { OneAtATime } from './one-at-a-time.ts';

/**
 * Bytes whose record is gone. They are destroyed only if it is noted that the record was removed on purpose; all others
 * are moved aside, for it may be the database that is wrong.
 */
export interface UnrecordedBytes {
  /** Removes the bytes of a file whose record was just removed, unless the file has been begun anew. */
  remove(fileId: string): Promise<void>;
  /** The same later, when the note may be older than the bytes: others than those noted are moved aside. True if removed. */
  removeNoted(fileId: string): Promise<boolean>;
  /** Within the lock: makes room for a new file of that id. */
  clearPlace(fileId: string): Promise<void>;
  /** Answers where the bytes lie now; null when there is a record of them, or a note. */
  setAside(fileId: string, kind: 'bytes' | 'parts'): Promise<string | null>;
  /** Takes bytes back that were set aside, once there is a record of them again. */
  bringBack(fileId: string): Promise<boolean>;
  /** Whether a file is being worked on, by an upload for instance: all of the above would wait for that. */
  isBusy(fileId: string): boolean;
}

export function createUnrecordedBytes(parts: {
  database: Database;
  storage: Storage;
  log: Logger;
  oneAtATime: OneAtATime;
}): UnrecordedBytes {
  const { database, storage, log, oneAtATime } = parts;
  const { files } = database;

  async function clearPlace(fileId: string): Promise<boolean> {
    const noted = await files.findRemoved(fileId);
    const isNoted = noted !== null && (!(await storage.find(fileId)) || (await hasBytes(storage, noted)));
    if (isNoted) await removeAll(fileId);
    else {
      const place = await storage.setAside(fileId, 'bytes');
      if (place !== null) log.error({ fileId, place }, 'stored bytes without a record were moved aside');
    }
    if (noted) await files.forgetRemoved(fileId);
    return isNoted;
  }

  /** With the parts, a second copy that stays when the process is killed right after a file was finished. */
  async function removeAll(fileId: string): Promise<void> {
    await storage.removeParts(fileId);
    await storage.remove(fileId);
  }

  return {
    remove: (fileId) =>
      oneAtATime(fileId, async () => {
        if (await files.find(fileId)) return;
        await removeAll(fileId);
        await files.forgetRemoved(fileId);
      }),

    removeNoted: (fileId) =>
      oneAtATime(fileId, async () => {
        if (!(await files.find(fileId))) return clearPlace(fileId);
        await files.forgetRemoved(fileId);
        return false;
      }),

    async clearPlace(fileId) {
      await clearPlace(fileId);
    },

    setAside: (fileId, kind) =>
      oneAtATime(fileId, async () => {
        const file = await files.find(fileId);
        if (file) {
          // The parts of a finished file are a second copy of its bytes.
          if (kind === 'parts' && file.isFinished && (await storage.find(fileId))) await storage.removeParts(fileId);
          return null;
        }
        if (kind === 'bytes' && (await files.findRemoved(fileId))) return null;
        return storage.setAside(fileId, kind);
      }),

    bringBack: (fileId) =>
      oneAtATime(fileId, async () => {
        const file = await files.find(fileId);
        if (!file?.isFinished || (await storage.find(fileId))) return false;
        return storage.bringBack(file);
      }),

    isBusy: (fileId) => oneAtATime.isBusy(fileId),
  };
}

async function hasBytes(storage: Storage, { id, sizeBytes, sha256 }: RemovedFile): Promise<boolean> {
  if ((await storage.find(id))?.sizeBytes !== sizeBytes) return false;
  const hash = createHash('sha256');
  for await (const bytes of (await storage.read(id)) ?? []) hash.update(bytes as Uint8Array);
  return hash.digest('hex') === sha256;
}

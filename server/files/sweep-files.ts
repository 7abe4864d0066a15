import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Upload } from './upload.ts';

const dayMs = 24 * 60 * 60 * 1000;
const pendingAtOnce = 1000;

/**
 * Finishes uploads that were complete when the process was killed, drops those nobody went on with for a day, and bytes
 * a day old that no record knows. One that fails does not keep the others from being swept.
 */
export async function sweepFiles(parts: {
  database: Database;
  storage: Storage;
  upload: Upload;
  log: Logger;
  now: number;
}): Promise<{ uploads: number; strays: number }> {
  const { database, storage, upload, log, now } = parts;
  const dayAgo = now - dayMs;
  let uploads = 0;
  let strays = 0;

  for (const { id } of await database.files.listPendingBefore(now + 1, pendingAtOnce)) {
    try {
      const file = await database.files.find(id);
      if (!file || file.isFinished) continue;
      if (file.chunksHeld.length === file.chunksTotal) {
        await upload.finish(id);
      } else if (Date.parse(file.updatedAt) < dayAgo) {
        await upload.drop(id);
        uploads++;
      }
    } catch (error) {
      log.warn({ err: error, fileId: id }, 'an unfinished upload could not be deleted');
    }
  }

  for await (const { fileId, modifiedAt } of storage.listParts()) {
    if (modifiedAt >= dayAgo) continue;
    const file = await database.files.find(fileId);
    if (file && !file.isFinished) continue;
    await upload.drop(fileId);
    strays++;
  }

  for await (const { fileId, modifiedAt } of storage.list()) {
    if (modifiedAt >= dayAgo || (await database.files.find(fileId))) continue;
    await upload.removeBytes(fileId);
    strays++;
  }
  return { uploads, strays };
}

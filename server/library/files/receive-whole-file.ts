import { judgedBytes } from '#domain/file-type.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { IncomingBytes } from './incoming-bytes.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { PendingFiles } from './pending-files.ts';
import {
  answerFinished,
  fileExists,
  fileNotFound,
  isInterruptedWhole,
  storedName,
  type ReceivedFile,
} from './upload-rules.ts';

/**
 * Receives files that are sent in one request, each with the lock of the file. A connection that dies silently, as when
 * a phone changes networks, would hold the lock until the server closes the connection. So a stalled request gives way
 * to a later request for the same file.
 */
export function createWholeFileReceiver(parts: {
  files: Database['files'];
  storage: Pick<Storage, 'putPart'>;
  pending: PendingFiles;
  oneAtATime: OneAtATime;
  maxUploadBytes: number;
  complete: (fileId: string) => Promise<FileRecord>;
}): (ownerId: string, chunk: IncomingChunk, bytes: IncomingBytes) => Promise<ReceivedFile> {
  const { files, storage, pending, oneAtATime, maxUploadBytes, complete } = parts;
  /** The latest request of each file, which may wait for an earlier one. */
  const latest = new Map<string, IncomingBytes>();

  async function receive(ownerId: string, chunk: IncomingChunk, bytes: IncomingBytes): Promise<ReceivedFile> {
    const { fileId } = chunk;
    const existing = await files.find(fileId);
    if (existing?.isFinished) return answerFinished(existing, chunk);
    if (!existing && chunk.isContinuation) throw fileNotFound();
    if (existing && !isInterruptedWhole(existing)) throw fileExists();
    const name = storedName(chunk.name, await bytes.peek(judgedBytes));
    if (existing) await pending.remove(fileId);
    else await pending.clear(fileId);
    await pending.insert({ id: fileId, name, sizeBytes: 0, chunksTotal: 1, ownerId });
    try {
      await storage.putPart(fileId, 0, bytes.limited({ atMost: maxUploadBytes }));
      await pending.keepAttributes(fileId, chunk, bytes);
      await files.addChunk(fileId, 0);
    } catch (error) {
      await pending.remove(fileId);
      throw error;
    }
    return { file: await complete(fileId), isNew: true };
  }

  return async (ownerId, chunk, bytes) => {
    const { fileId } = chunk;
    latest.get(fileId)?.giveWay();
    latest.set(fileId, bytes);
    try {
      return await oneAtATime(fileId, () => receive(ownerId, chunk, bytes));
    } finally {
      if (latest.get(fileId) === bytes) latest.delete(fileId);
    }
  };
}

import { judgedBytes } from '#domain/file-type.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { IncomingBytes } from './incoming-bytes.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import type { PendingFiles } from './pending-files.ts';
import {
  answerFinished,
  fileExists,
  fileNotFound,
  isInterruptedWhole,
  storedName,
  type ReceivedFile,
} from './upload-rules.ts';

/** Receives a file that is sent in one request. Called while the lock of the file is held. */
export function createWholeFileReceiver(parts: {
  files: Database['files'];
  storage: Pick<Storage, 'putPart'>;
  pending: PendingFiles;
  maxUploadBytes: number;
  complete: (fileId: string) => Promise<FileRecord>;
}): (ownerId: string, chunk: IncomingChunk, bytes: IncomingBytes) => Promise<ReceivedFile> {
  const { files, storage, pending, maxUploadBytes, complete } = parts;

  return async (ownerId, chunk, bytes) => {
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
  };
}

import { Problem } from '#contract/problems.ts';
import { judgedBytes } from '#domain/file-type.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { IncomingBytes } from './incoming-bytes.ts';
import type { IncomingChunk, ChunkRange } from './incoming-chunk.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { PendingFiles } from './pending-files.ts';
import {
  answerFinished,
  fileDiffers,
  fileNotFound,
  isInterruptedWhole,
  storedName,
  type ReceivedFile,
} from './upload-rules.ts';

/**
 * Receives chunks of files. The lock of the file is held only while its record changes, so chunks of one file arrive
 * concurrently.
 */
export function createChunkReceiver(parts: {
  files: Database['files'];
  storage: Pick<Storage, 'putPart'>;
  pending: PendingFiles;
  oneAtATime: OneAtATime;
  finish: (fileId: string) => Promise<FileRecord>;
}): (ownerId: string, chunk: IncomingChunk, range: ChunkRange, bytes: IncomingBytes) => Promise<ReceivedFile> {
  const { files, storage, pending, oneAtATime, finish } = parts;

  /** Within the lock: returns the pending file of the chunk, which the first chunk creates, or the finished one. */
  async function begin(
    ownerId: string,
    chunk: IncomingChunk,
    { totalBytes, chunksTotal }: ChunkRange,
    head: Buffer | null,
  ): Promise<FileRecord> {
    const { fileId } = chunk;
    const existing = await files.find(fileId);
    if (existing?.isFinished) return existing;
    if (existing && !isInterruptedWhole(existing)) {
      // Before its first chunk is stored, the same bytes may come from a copy with another name.
      const isRenamed =
        head !== null && existing.name !== storedName(chunk.name, head) && existing.chunksHeld.includes(0);
      if (existing.sizeBytes !== totalBytes || isRenamed) throw fileDiffers();
      return existing;
    }
    if (chunk.isContinuation || !head) throw fileNotFound();
    const name = storedName(chunk.name, head);
    if (existing) await pending.remove(fileId);
    await pending.clear(fileId);
    return pending.insert({ id: fileId, name, sizeBytes: totalBytes, chunksTotal, ownerId });
  }

  /**
   * A part can't be stored if another tab sent the same one first and the file was finished meanwhile, or was removed
   * and perhaps started again: its folder is gone. Finds out which it was; every other error is thrown again.
   */
  async function findIfFinished(begun: FileRecord, error: unknown): Promise<'finished'> {
    if (error instanceof Problem) throw error;
    const file = await oneAtATime(begun.id, () => files.find(begun.id));
    if (file?.sequence !== begun.sequence) throw fileNotFound();
    if (!file.isFinished) throw error;
    return 'finished';
  }

  /**
   * Stores the attributes that the first chunk sends. If they are rejected, the upload is removed as if it had never
   * started.
   */
  async function keepAttributes(begun: FileRecord, chunk: IncomingChunk, bytes: IncomingBytes): Promise<void> {
    try {
      await pending.keepAttributes(begun.id, chunk, bytes);
    } catch (error) {
      await oneAtATime(begun.id, async () => {
        const file = await files.find(begun.id);
        if (file?.sequence === begun.sequence && file.chunksHeld.length === 0) await pending.remove(begun.id);
      });
      throw error;
    }
  }

  return async (ownerId, chunk, range, bytes) => {
    const { fileId } = chunk;
    // The first bytes are read before the lock is acquired, so that a slow sender delays nobody.
    const head = range.index === 0 ? await bytes.peek(judgedBytes) : null;
    const file = await oneAtATime(fileId, () => begin(ownerId, chunk, range, head));
    if (file.isFinished) return answerFinished(file, chunk);
    const held = await storage
      .putPart(fileId, range.index, bytes.limited({ exactly: range.sizeBytes }))
      .catch((error: unknown) => findIfFinished(file, error));
    if (held === 'finished') return { file: await finish(fileId), isNew: true };
    if (held !== range.sizeBytes) throw fileDiffers();
    // Every chunk repeats the attributes. Those of the first one count, and without it nothing can be finished.
    const isFirst = range.index === 0 && !file.chunksHeld.includes(0);
    if (isFirst) await keepAttributes(file, chunk, bytes);
    const counted = await oneAtATime(fileId, () => pending.countChunk(file, range.index));
    if (!counted.isFinished && counted.chunksHeld.length < counted.chunksTotal) return { file: counted, isNew: true };
    return { file: await finish(fileId), isNew: true };
  };
}

import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { IncomingBytes } from './incoming-bytes.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import type { UnrecordedBytes } from './unrecorded-bytes.ts';
import { fileNotFound } from './upload-rules.ts';

/**
 * The records and parts of files that are still being uploaded. Call all methods except `keepAttributes` with the lock
 * of the file.
 */
export interface PendingFiles {
  /**
   * Removes everything that is left of an earlier file with that id, so that it is neither mistaken for the new one nor
   * overwritten.
   */
  clear(fileId: string): Promise<void>;
  insert(file: Pick<FileRecord, 'id' | 'name' | 'sizeBytes' | 'chunksTotal' | 'ownerId'>): Promise<FileRecord>;
  /** Stores folder and permissions, which official clients send after the bytes. */
  keepAttributes(fileId: string, chunk: IncomingChunk, bytes: IncomingBytes): Promise<void>;
  /**
   * Counts a chunk whose bytes are durable. If the upload was removed meanwhile, throws `storage_file_not_found` and
   * does not count the chunk, not even for a new upload with the same id.
   */
  countChunk(begun: FileRecord, index: number): Promise<FileRecord>;
  /** Removes the parts, the joined bytes and the record, unless the file was finished meanwhile. */
  remove(fileId: string): Promise<void>;
}

export function createPendingFiles(parts: {
  files: Database['files'];
  storage: Pick<Storage, 'remove' | 'removeParts'>;
  unrecorded: Pick<UnrecordedBytes, 'clear'>;
}): PendingFiles {
  const { files, storage, unrecorded } = parts;
  return {
    async clear(fileId) {
      await storage.removeParts(fileId);
      await unrecorded.clear(fileId);
    },

    insert: (file) => files.insertPending({ ...file, folder: '' }),

    async keepAttributes(fileId, chunk, bytes) {
      await bytes.drain();
      await files.update(fileId, await bytes.unlessStalled(chunk.attributes()));
    },

    async countChunk(begun, index) {
      const file = await files.find(begun.id);
      if (!file) await storage.removeParts(begun.id);
      const counted = file?.sequence === begun.sequence ? await files.addChunk(begun.id, index) : null;
      if (!counted) throw fileNotFound();
      return counted;
    },

    async remove(fileId) {
      // Another process finished the file, if this one lost its hold because it could not reach the database.
      if ((await files.find(fileId))?.isFinished) return;
      // Joined by a process that was killed before it finished the record: without one they would be moved aside.
      await storage.remove(fileId);
      await storage.removeParts(fileId);
      await files.remove(fileId);
    },
  };
}

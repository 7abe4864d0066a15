import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import { judgedBytes } from '#domain/file-type.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { describeInspection, inspectUpload, tooLargeToOpen } from './inspect-upload.ts';
import type { PendingFiles } from './pending-files.ts';
import { fileNotFound, judgeBytes } from './upload-rules.ts';

/** Nothing here can open them: HEIC is opened only when a page is made of it. */
const uninspected = ['text/html', 'image/heic'];

type Parts = {
  files: Database['files'];
  storage: Pick<Storage, 'joinParts' | 'readHead' | 'remove' | 'removeParts'>;
  pending: Pick<PendingFiles, 'remove'>;
  inspect: (fileId: string) => Promise<PdfInspection>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  log: Logger;
};

/**
 * Finishes a pending file whose chunks are all stored; a finished file is returned unchanged. Called while the lock
 * of the file is held. A process that is killed at any step leaves a pending file with all its parts, and the steps
 * are repeated.
 */
export function createUploadCompletion(parts: Parts): (fileId: string) => Promise<FileRecord> {
  const { files, storage, pending, inspect, changes, log } = parts;
  const refuse = createRefusal(parts);
  const publish = createPublishing(parts, refuse);

  async function join({ id, chunksTotal, sizeBytes }: FileRecord): Promise<{ sizeBytes: number; sha256: string }> {
    const joined = await storage.joinParts(id, chunksTotal);
    if (joined && (sizeBytes === 0 || joined.sizeBytes === sizeBytes)) return joined;
    await pending.remove(id);
    throw new Problem('storage_invalid_file', 'A part of the upload was lost. Please send the file again.');
  }

  /** Returns facts from the bytes. Removes the file and throws if it is too large to open. */
  async function inspectBytes({ id, name }: FileRecord) {
    const { mediaType: mimeType } = judgeBytes(name, await storage.readHead(id, judgedBytes));
    const found: PdfInspection = uninspected.includes(mimeType)
      ? { state: 'unknown' }
      : await inspectUpload(id, inspect, log);
    if (found.state === 'too-large') {
      await refuse(id);
      throw tooLargeToOpen(found.pixels, mimeType);
    }
    return { mimeType, ...describeInspection(found, mimeType) };
  }

  /** Returns null if another process, which took it over, has finished the file and removed its parts. */
  async function joinAndInspect(file: FileRecord) {
    try {
      const joined = await join(file);
      return { ...joined, ...(await inspectBytes(file)) };
    } catch (error) {
      const now = await files.find(file.id);
      if (now?.isFinished && now.sequence === file.sequence) return null;
      throw error;
    }
  }

  async function requireFile(fileId: string): Promise<FileRecord> {
    const file = await files.find(fileId);
    if (!file) throw fileNotFound();
    return file;
  }

  return async (fileId) => {
    const file = await files.find(fileId);
    if (!file) throw fileNotFound();
    if (file.isFinished) {
      await storage.removeParts(fileId);
      return file;
    }
    // Removed and started again since the last chunk was counted: that upload is gone, the new one continues.
    if (file.chunksHeld.length < file.chunksTotal) throw fileNotFound();
    const found = await joinAndInspect(file);
    if (!found) return requireFile(fileId);
    const finished = await publish(fileId, found);
    if (finished) changes.tell({ subject: 'file', action: 'create', file: finished });
    await storage
      .removeParts(fileId)
      .catch((error: unknown) => log.warn({ err: error, fileId }, 'parts of a finished upload could not be deleted'));
    return finished ?? requireFile(fileId);
  };
}

/**
 * Returns the function that removes the joined bytes and the pending file. A file that was finished meanwhile stays.
 */
function createRefusal({ files, storage, pending }: Parts): (fileId: string) => Promise<void> {
  return async (fileId) => {
    const isTaken = (await files.find(fileId))?.isFinished;
    if (!isTaken) await storage.remove(fileId);
    await pending.remove(fileId);
  };
}

type Facts = Parameters<Database['files']['finish']>[1];

/** Returns the function that finishes the record; it returns null if another request did. */
function createPublishing({ trail }: Parts, refuse: (fileId: string) => Promise<void>) {
  return async (fileId: string, facts: Facts): Promise<FileRecord | null> => {
    try {
      return await trail.transaction(async (records, note) => {
        const first = await records.files.finish(fileId, facts);
        if (first) await note({ action: 'uploaded', subjectId: fileId, title: first.name, ownerId: first.ownerId });
        return first;
      });
    } catch (error) {
      // A deleted file with this id had other bytes.
      if (error instanceof Problem && error.type === 'storage_file_already_exists') await refuse(fileId);
      throw error;
    }
  };
}

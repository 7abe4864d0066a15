import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import { isOfficeDocument, judgedBytes } from '#domain/file-type.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { describeInspection, inspectUpload, tooLargeToOpen } from './inspect-upload.ts';
import type { PendingFiles } from './pending-files.ts';
import { fileNotFound, judgeBytes } from './upload-rules.ts';

/** True for types that are not opened here: HEIC and office documents are opened only when a PDF is made of them. */
const isUninspected = (mimeType: string) =>
  ['text/html', 'image/heic'].includes(mimeType) || isOfficeDocument(mimeType);

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
 * Finishes a pending file whose chunks are all stored; returns a finished file unchanged. Call it with the lock of the
 * file. A process that is killed at any step leaves a pending file with all its parts, and the steps are then repeated.
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

  /** Determines facts about a file from its bytes. Removes the file and throws if it is too large to open. */
  async function inspectBytes({ id, name }: FileRecord) {
    const { mediaType: mimeType } = judgeBytes(name, await storage.readHead(id, judgedBytes));
    const found: PdfInspection = isUninspected(mimeType) ? { state: 'unknown' } : await inspectUpload(id, inspect, log);
    if (found.state === 'too-large') {
      await refuse(id);
      throw tooLargeToOpen(found.pixels, mimeType);
    }
    return { mimeType, ...describeInspection(found, mimeType) };
  }

  /**
   * Joins the parts and inspects the file. Returns null if another process has taken over the file, finished it and
   * removed its parts.
   */
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
    // The file was removed and started again after the last chunk was counted: that upload has ended, the new one
    // continues.
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

/** Returns the function that removes the joined bytes and the pending file, unless the file was finished meanwhile. */
function createRefusal({ files, storage, pending }: Parts): (fileId: string) => Promise<void> {
  return async (fileId) => {
    const isTaken = (await files.find(fileId))?.isFinished;
    if (!isTaken) await storage.remove(fileId);
    await pending.remove(fileId);
  };
}

type Facts = Parameters<Database['files']['finish']>[1];

/** Returns the function that finishes the record. It returns null if another request has already done so. */
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

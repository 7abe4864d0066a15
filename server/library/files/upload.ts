import type { Logger } from 'pino';
import { Problem, refusedBytes } from '#contract/problems.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { DiskRoom } from '#server/machinery/faults/disk-room.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { createUploadCompletion } from './complete-upload.ts';
import { createIncomingBytes, tooLarge } from './incoming-bytes.ts';
import { bytesToWrite, readChunkRange, type IncomingChunk } from './incoming-chunk.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { createPendingFiles } from './pending-files.ts';
import { createChunkReceiver } from './receive-chunk.ts';
import { createWholeFileReceiver } from './receive-whole-file.ts';
import type { UnrecordedBytes } from './unrecorded-bytes.ts';
import type { ReceivedFile } from './upload-rules.ts';

export type UploadParts = {
  database: Database;
  storage: Storage;
  inspect: (fileId: string) => Promise<PdfInspection>;
  changes: Changes;
  trail: Pick<Trail, 'transaction'>;
  maxUploadBytes: number;
  /** Rejects uploads that would not leave the reserve free on the disk. */
  room: Pick<DiskRoom, 'hold'>;
  log: Logger;
  oneAtATime: OneAtATime;
  unrecorded: Pick<UnrecordedBytes, 'clear'>;
};

/** Receives files. The permission to upload is checked before. */
export interface Upload {
  receive(ownerId: string, chunk: IncomingChunk): Promise<ReceivedFile>;
  /** Finishes a file whose chunks are all stored, exactly once however often it is called. */
  finish(fileId: string): Promise<FileRecord>;
  /**
   * Removes a file that was never finished, with its parts. With `unchangedSince`, only if its record was not changed
   * after that time, because then the upload continues. Returns true if it is gone.
   */
  drop(fileId: string, unchangedSince?: string): Promise<boolean>;
}

export function createUpload(parts: UploadParts): Upload {
  const { storage, oneAtATime, room, maxUploadBytes } = parts;
  const { files } = parts.database;
  const pending = createPendingFiles({ files, storage, unrecorded: parts.unrecorded });
  const complete = createUploadCompletion({ ...parts, files, pending });
  const notingRefusal = createRefusalNotes(parts);
  const finish = (fileId: string) => notingRefusal(fileId, () => oneAtATime(fileId, () => complete(fileId)));
  const receiveWhole = createWholeFileReceiver({ files, storage, pending, oneAtATime, maxUploadBytes, complete });
  const receiveChunk = createChunkReceiver({ files, storage, pending, oneAtATime, finish });

  async function receiveOnce(ownerId: string, chunk: IncomingChunk): Promise<ReceivedFile> {
    const bytes = createIncomingBytes(chunk.bytes);
    let giveBack = () => {};
    try {
      const { fileId } = chunk;
      const range = chunk.range && readChunkRange(chunk.range);
      if (range && range.totalBytes > maxUploadBytes) throw tooLarge(maxUploadBytes);
      giveBack = await room.hold(fileId, range ? bytesToWrite(range) : (chunk.announcedBytes ?? maxUploadBytes));
      return await (range ? receiveChunk(ownerId, chunk, range, bytes) : receiveWhole(ownerId, chunk, bytes));
    } finally {
      giveBack();
      await bytes.drain();
    }
  }

  return {
    receive: (ownerId, chunk) => notingRefusal(chunk.fileId, () => receiveOnce(ownerId, chunk)),

    finish,

    drop: (fileId, unchangedSince) =>
      oneAtATime(fileId, async () => {
        const file = await files.find(fileId);
        if (file?.isFinished) await storage.removeParts(fileId);
        if (file?.isFinished || (unchangedSince !== undefined && file?.updatedAt !== unchangedSince)) return false;
        await pending.remove(fileId);
        return true;
      }),
  };
}

/**
 * Returns the function that does work on the bytes of a file and, if they are rejected, stores the reason in the
 * file's staged row, so that the import shows it in every visit. The error is rethrown.
 */
function createRefusalNotes({
  database: { staging },
  log,
}: {
  database: { staging: Pick<Database['staging'], 'refuse'> };
  log: Pick<Logger, 'warn'>;
}): <Result>(fileId: string, work: () => Promise<Result>) => Promise<Result> {
  return async (fileId, work) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem && refusedBytes.includes(error.type)) {
        await staging
          .refuse(fileId, error.message)
          .catch((cause: unknown) => log.warn({ err: cause, fileId }, 'the refusal of a staged file was not stored'));
      }
      throw error;
    }
  };
}

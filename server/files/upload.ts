import type { Logger } from 'pino';
import type { Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import type { DiskRoom } from '#server/faults/disk-room.ts';
import type { PdfInspection } from '#server/pictures/inspector.ts';
import type { Storage } from '#server/storage/storage.ts';
import { bytesToWrite, readChunkRange } from './chunk-range.ts';
import { createUploadCompletion } from './complete-upload.ts';
import { createIncomingBytes, tooLarge, type IncomingBytes } from './incoming-bytes.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
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
  /** Refuses what would not leave the reserve free on the disk. */
  room: Pick<DiskRoom, 'hold'>;
  log: Logger;
  oneAtATime: OneAtATime;
  unrecorded: Pick<UnrecordedBytes, 'clear'>;
};

/** Receives files. Who may upload is decided before. */
export interface Upload {
  receive(ownerId: string, chunk: IncomingChunk): Promise<ReceivedFile>;
  /** Finishes a file whose chunks are all held, exactly once however often it is called. */
  finish(fileId: string): Promise<FileRecord>;
  /**
   * Removes a file that was never finished, with its parts. With `unchangedSince`, only if its record was not changed after
   * that moment: the upload goes on. Returns whether it is gone.
   */
  drop(fileId: string, unchangedSince?: string): Promise<boolean>;
}

export function createUpload(parts: UploadParts): Upload {
  const { storage, oneAtATime, room, maxUploadBytes } = parts;
  const { files } = parts.database;
  const pending = createPendingFiles({ files, storage, unrecorded: parts.unrecorded });
  const complete = createUploadCompletion({ ...parts, files, pending });
  const finish = (fileId: string) => oneAtATime(fileId, () => complete(fileId));
  const receiveWhole = createWholeFileReceiver({ files, storage, pending, maxUploadBytes, complete });
  const receiveChunk = createChunkReceiver({ files, storage, pending, oneAtATime, finish });

  /** The latest single request of each file, which may wait for an earlier one. */
  const latestWhole = new Map<string, IncomingBytes>();

  /**
   * The lock is held while the bytes arrive. A connection that dies silently, as when a phone changes networks, would hold
   * it until the server closes it, so the earlier request gives way once it has stalled.
   */
  async function receiveWholeInTurn(
    ownerId: string,
    chunk: IncomingChunk,
    bytes: IncomingBytes,
  ): Promise<ReceivedFile> {
    const { fileId } = chunk;
    latestWhole.get(fileId)?.giveWay();
    latestWhole.set(fileId, bytes);
    try {
      return await oneAtATime(fileId, () => receiveWhole(ownerId, chunk, bytes));
    } finally {
      if (latestWhole.get(fileId) === bytes) latestWhole.delete(fileId);
    }
  }

  return {
    async receive(ownerId, chunk) {
      const bytes = createIncomingBytes(chunk.bytes);
      let giveBack = () => {};
      try {
        const { fileId } = chunk;
        const range = chunk.range && readChunkRange(chunk.range);
        if (range && range.totalBytes > maxUploadBytes) throw tooLarge(maxUploadBytes);
        giveBack = await room.hold(fileId, range ? bytesToWrite(range) : (chunk.announcedBytes ?? maxUploadBytes));
        if (range) return await receiveChunk(ownerId, chunk, range, bytes);
        return await receiveWholeInTurn(ownerId, chunk, bytes);
      } finally {
        giveBack();
        await bytes.drain();
      }
    },

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

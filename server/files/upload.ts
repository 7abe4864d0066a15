import type { Logger } from 'pino';
import { chunkBytes } from '#domain/chunk.ts';
import { Problem } from '#contract/problems.ts';
import type { Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type { Database, FileRecord } from '#server/database/database.ts';
import type { DiskRoom } from '#server/faults/disk-room.ts';
import { maxInputPixels } from '#server/pictures/image-limits.ts';
import type { PdfInspection } from '#server/pictures/inspector.ts';
import type { Storage } from '#server/storage/storage.ts';
import { placeChunk, type ChunkPlace } from './chunk-range.ts';
import { cleanFileName } from './file-name.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import { createIncomingBytes, tooLarge, type IncomingBytes } from './incoming-bytes.ts';
import { judgeBytes, judgedBytes } from './judge-bytes.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { UnrecordedBytes } from './unrecorded-bytes.ts';

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
  unrecorded: Pick<UnrecordedBytes, 'clearPlace'>;
};

/** Receives files. Who may upload is decided before. */
export interface Upload {
  receive(ownerId: string, chunk: IncomingChunk): Promise<{ file: FileRecord; isNew: boolean }>;
  /** Finishes a file whose chunks are all held, exactly once however often it is asked. */
  finish(fileId: string): Promise<FileRecord>;
  /** Forgets a file that never finished, with its parts. */
  drop(fileId: string): Promise<void>;
}

/** Longer than this nobody waits for a look at the file; it is then published without page count and warning. */
const inspectionMs = 10_000;

export function createUpload(parts: UploadParts): Upload {
  const { database, storage, changes, trail, log, oneAtATime, room } = parts;

  async function takeWhole(fileId: string, ownerId: string, chunk: IncomingChunk, bytes: IncomingBytes) {
    const existing = await database.files.find(fileId);
    if (existing?.isFinished) return foundFinished(existing, chunk);
    if (!existing && chunk.isContinuation) throw notFound();
    if (existing && !isBrokenSingle(existing)) throw taken();
    const name = cleanFileName(chunk.name);
    const head = await bytes.peek(judgedBytes);
    requireAcceptable(name, head);
    if (existing) await forget(fileId);
    else await clearPlace(fileId);
    await database.files.insertPending({ id: fileId, name, folder: '', sizeBytes: 0, chunksTotal: 1, ownerId });
    try {
      await storage.putPart(fileId, 0, bytes.held({ atMost: parts.maxUploadBytes }));
      await keepAttributes(fileId, chunk, bytes);
      await database.files.addChunk(fileId, 0);
    } catch (error) {
      await forget(fileId);
      throw error;
    }
    return { file: await complete(fileId), isNew: true };
  }

  async function takeChunk(
    fileId: string,
    ownerId: string,
    chunk: IncomingChunk,
    place: ChunkPlace,
    bytes: IncomingBytes,
  ) {
    // The first bytes are waited for outside of the lock, so that a slow sender holds nobody up.
    const head = place.index === 0 ? await bytes.peek(judgedBytes) : null;
    const file = await oneAtATime(fileId, () => begin(fileId, ownerId, chunk, place, head));
    if (file.isFinished) return foundFinished(file, chunk);
    const held = await storage
      .putPart(fileId, place.index, bytes.held({ exactly: place.sizeBytes }))
      .catch((error: unknown) => whileOthersFinished(file, error));
    if (held === 'finished') return { file: await finish(fileId), isNew: true };
    if (held !== place.sizeBytes) throw differs();
    // Every chunk repeats what is said of the file; the first one counts, and before it is held nothing can finish.
    const isFirst = place.index === 0 && !file.chunksHeld.includes(0);
    if (isFirst) await keepAttributes(fileId, chunk, bytes).catch((error: unknown) => dropUncounted(file, error));
    const counted = await oneAtATime(fileId, () => count(file, place.index));
    if (!counted.isFinished && counted.chunksHeld.length < counted.chunksTotal) return { file: counted, isNew: true };
    return { file: await finish(fileId), isNew: true };
  }

  /**
   * A part fails to be kept when another tab sent the same one first and the file was finished, or dropped and perhaps
   * begun anew, meanwhile: its folder is gone. That is told as what it is; every other failure stands.
   */
  async function whileOthersFinished(begun: FileRecord, error: unknown): Promise<'finished'> {
    if (error instanceof Problem) throw error;
    const file = await oneAtATime(begun.id, () => database.files.find(begun.id));
    if (file?.sequence !== begun.sequence) throw notFound();
    if (!file.isFinished) throw error;
    return 'finished';
  }

  /** An upload that was begun with what it may not say is as if it had never begun. */
  async function dropUncounted(begun: FileRecord, error: unknown): Promise<never> {
    await oneAtATime(begun.id, async () => {
      const file = await database.files.find(begun.id);
      if (file?.sequence === begun.sequence && file.chunksHeld.length === 0) await forget(begun.id);
    });
    throw error;
  }

  /** Within the lock. A chunk of an upload that was dropped meanwhile counts for nothing, nor for a new one of that id. */
  async function count(begun: FileRecord, index: number): Promise<FileRecord> {
    const file = await database.files.find(begun.id);
    if (!file) await storage.removeParts(begun.id);
    const counted = file?.sequence === begun.sequence ? await database.files.addChunk(begun.id, index) : null;
    if (!counted) throw notFound();
    return counted;
  }

  /** The pending file a chunk belongs to, made by the first chunk; or the finished one. */
  async function begin(fileId: string, ownerId: string, chunk: IncomingChunk, place: ChunkPlace, head: Buffer | null) {
    const existing = await database.files.find(fileId);
    if (existing?.isFinished) return existing;
    const name = cleanFileName(chunk.name);
    if (existing && !isBrokenSingle(existing)) {
      if (existing.sizeBytes !== place.totalBytes || (head && existing.name !== name)) throw differs();
      return existing;
    }
    if (chunk.isContinuation || !head) throw notFound();
    requireAcceptable(name, head);
    if (existing) await forget(fileId);
    const { totalBytes, chunksTotal } = place;
    await clearPlace(fileId);
    return database.files.insertPending({
      id: fileId,
      name,
      folder: '',
      sizeBytes: totalBytes,
      chunksTotal,
      ownerId,
    });
  }

  /** Notes folder and permissions, which official clients write behind the bytes. */
  async function keepAttributes(fileId: string, chunk: IncomingChunk, bytes: IncomingBytes): Promise<void> {
    await bytes.drain();
    await database.files.update(fileId, await chunk.attributes());
  }

  /** Within the lock. A process killed anywhere in here leaves a pending file with all its parts, and this is repeated. */
  async function complete(fileId: string): Promise<FileRecord> {
    const file = await database.files.find(fileId);
    if (!file) throw notFound();
    if (file.isFinished) {
      await storage.removeParts(fileId);
      return file;
    }
    // Dropped and begun anew since its last chunk was counted: what is asked for is gone, what arrives now goes on.
    if (file.chunksHeld.length < file.chunksTotal) throw notFound();
    const joined = await storage.joinParts(fileId, file.chunksTotal);
    if (!joined || (file.sizeBytes > 0 && joined.sizeBytes !== file.sizeBytes)) {
      await forget(fileId);
      throw new Problem('storage_invalid_file', 'A part of the upload was lost. Please send the file again.');
    }
    const mimeType = judgeBytes(file.name, await storage.readHead(fileId, judgedBytes));
    const found: PdfInspection = mimeType === 'text/html' ? { state: 'unknown' } : await look(fileId);
    if (found.state === 'too-large') {
      await storage.remove(fileId);
      await forget(fileId);
      throw tooLargeToOpen(found.pixels, mimeType);
    }
    const seen = remarks(found, mimeType);
    const finished = await trail.transaction(async ({ files }, note) => {
      const first = await files.finish(fileId, { mimeType, ...joined, ...seen });
      if (first) await note({ action: 'uploaded', subjectId: fileId, title: first.name, ownerId: first.ownerId });
      return first;
    });
    if (finished) changes.tell({ subject: 'file', action: 'create', file: finished });
    await storage
      .removeParts(fileId)
      .catch((error: unknown) => log.warn({ err: error, fileId }, 'parts of a finished upload could not be deleted'));
    const answer = finished ?? (await database.files.find(fileId));
    if (!answer) throw notFound();
    return answer;
  }

  /** A look that fails or takes long never fails the upload. */
  async function look(fileId: string): Promise<PdfInspection> {
    const unknown: PdfInspection = { state: 'unknown' };
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<PdfInspection>((resolve) => {
      timer = setTimeout(() => resolve(unknown), inspectionMs);
    });
    const inspection = parts.inspect(fileId).catch((error: unknown) => {
      log.warn({ err: error, fileId }, 'an uploaded file could not be inspected');
      return unknown;
    });
    try {
      return await Promise.race([inspection, patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Within the lock. What is left of an earlier file of that id is neither taken for ours nor overwritten. */
  async function clearPlace(fileId: string): Promise<void> {
    await storage.removeParts(fileId);
    await parts.unrecorded.clearPlace(fileId);
  }

  async function forget(fileId: string): Promise<void> {
    await storage.removeParts(fileId);
    await database.files.remove(fileId);
  }

  const finish = (fileId: string) => oneAtATime(fileId, () => complete(fileId));

  return {
    async receive(ownerId, chunk) {
      const bytes = createIncomingBytes(chunk.bytes);
      let giveBack = () => {};
      try {
        const { fileId } = chunk;
        const place = chunk.range && placeChunk(chunk.range);
        if (place && place.totalBytes > parts.maxUploadBytes) throw tooLarge(parts.maxUploadBytes);
        giveBack = await room.hold(fileId, place ? bytesFor(place) : (chunk.announcedBytes ?? parts.maxUploadBytes));
        if (place) return await takeChunk(fileId, ownerId, chunk, place, bytes);
        return await oneAtATime(fileId, () => takeWhole(fileId, ownerId, chunk, bytes));
      } finally {
        giveBack();
        await bytes.drain();
      }
    },
    finish,
    drop: (fileId) =>
      oneAtATime(fileId, async () => {
        const file = await database.files.find(fileId);
        if (file?.isFinished) await storage.removeParts(fileId);
        else await forget(fileId);
      }),
  };
}

/** What is still to be written of a file: its chunks from this one on, and once more when they are joined. */
function bytesFor({ index, totalBytes, chunksTotal }: ChunkPlace): number {
  const coming = totalBytes - index * chunkBytes;
  return chunksTotal > 1 ? coming + totalBytes : coming;
}

function requireAcceptable(name: string, head: Buffer): void {
  if (head.length === 0) throw new Problem('storage_file_empty', 'The file is empty. Please choose another one.');
  judgeBytes(name, head);
}

/** What a killed process left of a single request counts for nothing; chunks that wait for the rest do. */
function isBrokenSingle({ chunksTotal, sizeBytes }: FileRecord): boolean {
  return chunksTotal === 1 && sizeBytes === 0;
}

/** Continuing a file that is already finished is answered with it; starting it again is refused. */
function foundFinished(file: FileRecord, chunk: IncomingChunk): { file: FileRecord; isNew: boolean } {
  if (!chunk.isContinuation) throw taken();
  return { file, isNew: false };
}

type Remarks = { pageCount: number | null; warning: string | null };

const noRemarks: Remarks = { pageCount: null, warning: null };

function remarks(inspection: Exclude<PdfInspection, { state: 'too-large' }>, mimeType: string): Remarks {
  const isPdf = mimeType === 'application/pdf';
  switch (inspection.state) {
    case 'fine':
      return { pageCount: isPdf ? inspection.pageCount : null, warning: null };
    case 'locked':
      return { pageCount: null, warning: 'This PDF needs a password to open.' };
    case 'damaged':
      return {
        pageCount: null,
        warning: isPdf
          ? 'This PDF looks damaged. Readers may see “Failed to load PDF file.”'
          : 'This picture looks damaged and may not be shown.',
      };
    case 'slow':
      return {
        pageCount: null,
        warning: `This ${isPdf ? 'PDF' : 'picture'} takes very long to open. Readers may not see it.`,
      };
    case 'unknown':
      return noRemarks;
  }
}

/** It would be more than the server's decoder, and a reader's telephone, can hold. */
function tooLargeToOpen(pixels: { width: number; height: number } | null, mimeType: string): Problem {
  const most = `up to ${maxInputPixels / 1_000_000} million pixels are accepted`;
  const what = pixels
    ? `This picture has ${pixels.width} × ${pixels.height} pixels; ${most}. Make it smaller`
    : `This ${mimeType === 'application/pdf' ? 'PDF' : 'picture'} needs too much memory to open. Make a simpler copy of it`;
  return new Problem('storage_invalid_file_size', `${what} and upload it again.`);
}

function taken(): Problem {
  return new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
}

function notFound(): Problem {
  return new Problem('storage_file_not_found', 'The requested file could not be found.');
}

function differs(): Problem {
  return new Problem(
    'storage_invalid_content_range',
    'Another file is being uploaded under this ID: its size or name differs.',
  );
}

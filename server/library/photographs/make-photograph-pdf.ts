import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Actor } from '#domain/account.ts';
import { fileExtension, isOfficeDocument } from '#domain/file-type.ts';
import { publicPermissions } from '#contract/permissions.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { DiskRoom } from '#server/machinery/faults/disk-room.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { NoPdf, OfficeConverter } from '#server/library/office/office-converter.ts';
import type { MadePage, NoPage, PageMaker } from './page-maker.ts';
import { maxCachedBytes, roomForPage } from './photograph-limits.ts';
import { explainNoPage, explainNoPdf } from './photograph-rules.ts';
import type { PhotographRequest, PhotographWork, StoredPhotograph } from './photograph-service.ts';
import { writePdf, type PdfPage } from './write-pdf.ts';

export type PdfMakingParts = {
  database: Pick<Database, 'files'>;
  storage: Pick<Storage, 'withLocalFile'>;
  files: Pick<FileService, 'receive'>;
  maker: Pick<PageMaker, 'make'>;
  converter: Pick<OfficeConverter, 'convert'>;
  /** Folder in which the maker works. Remains of an earlier server are deleted before the first page. */
  scratch: string;
  room: Pick<DiskRoom, 'hold'>;
};

/**
 * Makes the PDF of a request and reports the progress in `work`. Rejects with the reason of `signal` if it is aborted
 * before the PDF is stored, with the error of `beforeStoring`, or with those of an upload.
 */
export type MakePhotographPdf = (
  actor: Actor,
  request: PhotographRequest,
  making: { work: PhotographWork; signal: AbortSignal; beforeStoring?: () => Promise<void> },
) => Promise<void>;

/** Makes the bytes of a PDF. Returns null, and notes the reason in `work`, if one of the sources does not allow that. */
type MakeBytes = (work: PhotographWork, signal: AbortSignal) => Promise<Buffer | null>;

export function createPdfMaking(parts: PdfMakingParts): MakePhotographPdf {
  const { database, files, scratch, room } = parts;
  const clean = memoizeSuccess(() => rm(scratch, { recursive: true, force: true }));
  // Cleaned at start, so that remains of a killed server do not stay until the next PDF; retried before that one.
  clean().catch(() => undefined);

  /** Throws Problem `storage_full` if the disk is full, so that the photograph or document is not blamed. */
  async function requireRoom(): Promise<void> {
    const giveBack = await room.hold(scratch, roomForPage);
    giveBack();
  }
  const makeOfPhotographs = createPhotographMaking(parts, requireRoom);
  const makeOfDocument = createDocumentMaking(parts, requireRoom);

  return async (actor, request, { work, signal, beforeStoring }) => {
    await clean();
    work.state = 'making';
    const isDocument = isOfficeDocument(work.photographs[0]?.file.mimeType ?? '');
    const pdf = await (isDocument ? makeOfDocument : makeOfPhotographs)(work, signal);
    if (!pdf) return;
    await beforeStoring?.();
    signal.throwIfAborted();
    await files.receive(actor, {
      fileId: request.fileId,
      isContinuation: false,
      name: request.name,
      range: null,
      bytes: Readable.from([pdf]),
      announcedBytes: pdf.length,
      // Called after the bytes are stored and before the file is finished, so that the file always has its photographs.
      async attributes() {
        await database.files.linkPhotographs(request.fileId, request.photographs);
        return { folder: '', permissions: publicPermissions };
      },
    });
    work.state = 'made';
  };
}

function createPhotographMaking(
  { storage, maker }: Pick<PdfMakingParts, 'storage' | 'maker'>,
  requireRoom: () => Promise<void>,
): MakeBytes {
  const pages = new LRUCache<string, MadePage>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  });

  async function makePage({ file, keepsWhole }: StoredPhotograph, signal: AbortSignal): Promise<MadePage | NoPage> {
    const key = `${file.sha256}/${keepsWhole}`;
    const cached = pages.get(key);
    if (cached) return cached;
    await requireRoom();
    const made = await storage.withLocalFile(file.id, (path) =>
      maker.make(path, { sha256: file.sha256, keepsWhole }, signal),
    );
    if (!made) return { state: 'missing' };
    if ('bytes' in made) pages.set(key, made);
    // Another program may have filled the disk meanwhile.
    else if (made.state === 'unavailable') await requireRoom();
    return made;
  }

  return async (work, signal) => {
    const made: PdfPage[] = [];
    for (const linked of work.photographs) {
      signal.throwIfAborted();
      const page = await makePage(linked, signal);
      if (!('bytes' in page)) {
        noteFailure(work, page.state, linked, explainNoPage(page.state, linked.file.name));
        return null;
      }
      made.push({ ...page, turn: ((page.turn + linked.turn) % 360) as PdfPage['turn'] });
      work.done += 1;
    }
    return writePdf(made);
  };
}

function createDocumentMaking(
  { storage, converter }: Pick<PdfMakingParts, 'storage' | 'converter'>,
  requireRoom: () => Promise<void>,
): MakeBytes {
  return async (work, signal) => {
    const [linked] = work.photographs;
    if (!linked) return null;
    const { file } = linked;
    const document = { mediaType: file.mimeType, extension: fileExtension(file.name) };
    await requireRoom();
    const made = await storage.withLocalFile(file.id, (path) => converter.convert(path, document, signal));
    if (made && 'bytes' in made) {
      work.done = 1;
      return made.bytes;
    }
    const state = made?.state ?? 'missing';
    // Another program may have filled the disk meanwhile.
    await requireRoom();
    noteFailure(work, state, linked, explainNoPdf(state, file));
    return null;
  };
}

/** Notes why there is no PDF. Some reasons are not caused by the photograph or document. */
function noteFailure(
  work: PhotographWork,
  state: NoPage['state'] | NoPdf['state'],
  { photographId }: StoredPhotograph,
  message: string,
): void {
  const isItsFault = state !== 'unavailable' && state !== 'not-installed';
  work.failure = { message, photographId: isItsFault ? photographId : null };
  work.state = 'failed';
}

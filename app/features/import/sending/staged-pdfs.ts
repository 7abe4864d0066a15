import type { ContractIds } from '#contract/addresses.ts';
import { photographFileId, photographLimits, photographPermissions } from '#contract/photographs.ts';
import { isOfficeDocument } from '#domain/file-type.ts';
import { followPdf, PhotographFailure } from '#app/features/session/follow-pdf.ts';
import { isAbort, problemOf } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import {
  inBatches,
  type PdfRequest,
  type StagedRow,
  type StagingCalls,
} from '#app/features/import/calls/staging-calls.ts';
import type { KnownPdf } from '#app/features/import/intake/plan-pages.ts';
import type { StagedRows } from '#app/features/import/rows/staged-rows.ts';
import { makeStagedPdf, type PdfCalls, type SourceFile } from './make-staged-pdf.ts';
import type { SendItem, SendQueue } from './send-queue.ts';
import type { SendFile } from './send-staged-file.ts';
import { judgeSendError, notInstalled, untilReached } from './until-reached.ts';

/** A PDF under a path, by its photographs in the order of its pages, or by its document. */
export type PdfToMake = { path: string; sources: readonly SourceFile[] };

type Announcing = {
  /** Calls the library, perhaps repeatedly. */
  attempt: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  /** Called if no PDF can be made because of one of the sources. */
  onFault?: (row: StagedRow, sources: readonly SourceFile[], message: string) => Promise<void>;
};

type Parts = {
  calls: StagingCalls;
  ids: ContractIds;
  callSignedIn: SignedInCaller;
  sendFile: SendFile;
  queue: SendQueue;
  rows: StagedRows;
};

type Begin = () => ReturnType<PdfCalls['begin']>;

const idOf = ({ digest }: SourceFile) => photographFileId(digest);

function toRequest({ fileId, path }: StagedRow, sources: readonly string[]): PdfRequest {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { fileId, name, photographs: sources.map((id) => ({ fileId: id })) };
}

/** Returns what to do after an error: `instead` if the library does not know the PDF, else the error is thrown. */
function ifUnknown<Answer>(instead: () => Promise<Answer>): (error: unknown) => Promise<Answer> {
  return async (error) => {
    if (problemOf(error)?.code !== 404) throw error;
    return instead();
  };
}

/**
 * The rows whose PDF the library makes. Each PDF is a row before its sources are sent, so that an interrupted one
 * continues when the same files are chosen again.
 */
export class StagedPdfs {
  #parts: Parts;
  /** The sources of rows of this visit, by the id of the row. */
  #pdfs = new Map<string, { row: StagedRow; sources: readonly SourceFile[]; onFault: Announcing['onFault'] }>();
  /** Ids of sources that are in the library or whose upload has begun. */
  #sent = new Set<string>();
  #begun = new Set<string>();
  /** Rows of this visit whose document was stored before, by their id. */
  #continued = new Map<string, StagedRow>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the PDFs that contain any of these sources. */
  async findKnown(sources: readonly Pick<SourceFile, 'digest'>[], signal: AbortSignal): Promise<KnownPdf[]> {
    const digests = [...new Set(sources.map(({ digest }) => digest))];
    const found = new Map<string, KnownPdf>();
    for (const batch of inBatches(digests, photographLimits.maxDigests)) {
      const { pdfs } = await untilReached(() => this.#parts.calls.findPhotographs(batch), signal);
      for (const pdf of pdfs) found.set(pdf.fileId, pdf);
    }
    return [...found.values()];
  }

  /** Notes that the sources of these PDFs may have been sent in part by an earlier visit. */
  resume(pdfs: readonly PdfToMake[]): void {
    for (const { sources } of pdfs) for (const { digest } of sources) this.#begun.add(photographFileId(digest));
  }

  /** Creates or finds the rows of PDFs, and sends missing sources. Returns how many PDFs were already published. */
  async announce(pdfs: readonly PdfToMake[], { attempt, onFault }: Announcing): Promise<number> {
    const { calls, rows, queue } = this.#parts;
    let published = 0;
    for (const batch of inBatches(pdfs, photographLimits.maxBatch)) {
      const announced = batch.map(({ path, sources }) => ({
        path,
        photographs: sources.map(({ digest, file }) => ({ digest, size: file.sizeBytes })),
      }));
      const { files } = await attempt(() => calls.announcePhotographs(announced));
      published += files.filter(({ state }) => state === 'published').length;
      for (const [index, row] of files.entries()) {
        const sources = batch[index]?.sources;
        if (!sources || row.state !== 'waiting') continue;
        this.#pdfs.set(row.$id, { row, sources, onFault });
        queue.add([this.#toItem(row, sources, onFault)]);
      }
      rows.put(files);
      rows.wake();
    }
    return published;
  }

  /**
   * Returns the queue item that sends a row's sources and makes its PDF; null if the sources were not chosen in this
   * visit and are not in the library.
   */
  itemFor(rowId: string): SendItem | null {
    const found = this.#pdfs.get(rowId);
    if (found) return this.#toItem(found.row, found.sources, found.onFault);
    const stored = this.#continued.get(rowId);
    return stored ? this.#toStoredItem(stored, (begin) => begin()) : null;
  }

  /**
   * Lets the library make the PDFs of rows whose document is stored already, each once in a visit: an earlier visit
   * ended first, or LibreOffice was missing.
   */
  continueStored(list: Iterable<StagedRow>): void {
    const { queue } = this.#parts;
    const isNew = ({ $id }: StagedRow) => !this.#continued.has($id) && !queue.get().pending.has($id);
    const items = [...list].filter(isNew).flatMap((row) => {
      if (row.documentId === null || this.#pdfs.has(row.$id)) return [];
      this.#continued.set(row.$id, row);
      // A document that failed before is converted again only if a person requests it: it may take minutes.
      const look = () => this.#parts.calls.lookAtPdf(row.fileId);
      return this.#toStoredItem(row, (begin) => look().catch(ifUnknown(begin)));
    });
    if (items.length > 0) queue.add(items);
  }

  /** Returns true if the library can make the PDF of a row now, and then begins to make it. */
  async begin(rowId: string): Promise<boolean> {
    const stored = this.#continued.get(rowId);
    const known = this.#pdfs.get(rowId);
    const row = stored ?? known?.row;
    if (!row) return false;
    const sources = stored ? [stored.documentId ?? ''] : (known?.sources ?? []).map(idOf);
    try {
      await this.#parts.calls.beginPdf(toRequest(row, sources));
      return true;
    } catch (error) {
      if (problemOf(error)?.type === notInstalled) return false;
      throw error;
    }
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#pdfs.delete(id);
      this.#continued.delete(id);
    }
  }

  #toStoredItem(row: StagedRow, start: (begin: Begin) => ReturnType<Begin>): SendItem {
    const { calls, rows } = this.#parts;
    return {
      id: row.$id,
      sizeBytes: 0,
      send: async ({ signal }) => {
        const begin = () => calls.beginPdf(toRequest(row, [row.documentId ?? '']));
        try {
          await followPdf({ begin: () => start(begin), look: () => calls.lookAtPdf(row.fileId), signal });
        } catch (error) {
          if (signal.aborted || isAbort(error)) await calls.cancelPdf(row.fileId).catch(() => undefined);
          throw error;
        }
        rows.wake();
      },
    };
  }

  #toItem(row: StagedRow, sources: readonly SourceFile[], onFault: Announcing['onFault']): SendItem {
    const { ids, sendFile, callSignedIn, calls, rows } = this.#parts;
    return {
      id: row.$id,
      sizeBytes: sources.reduce((sum, { file }) => sum + file.sizeBytes, 0),
      send: async ({ signal, onSent }) => {
        const pdfCalls: PdfCalls = {
          send: async (fileId, file, onBytes) => {
            const isResumed = this.#begun.has(fileId);
            this.#begun.add(fileId);
            const onProgress = ({ sentBytes }: { sentBytes: number }) => onBytes(sentBytes);
            const permissions = photographPermissions;
            const options = { ids, fileId, file, permissions, isResumed, signal, onProgress, callSignedIn };
            return (await sendFile(options)).signature;
          },
          begin: calls.beginPdf,
          look: calls.lookAtPdf,
        };
        try {
          await makeStagedPdf({ row, sources, calls: pdfCalls, sent: this.#sent, signal, onSent });
        } catch (error) {
          // Without this call the library would continue making the PDF.
          if (signal.aborted || isAbort(error)) await calls.cancelPdf(row.fileId).catch(() => undefined);
          const [source] = sources;
          // The document is stored now, which the list does not announce.
          if (
            source &&
            isOfficeDocument(source.type.mediaType) &&
            ['pdf', 'to-convert'].includes(judgeSendError(error).means)
          )
            rows.put([{ ...(rows.get().rows.get(row.$id) ?? row), documentId: idOf(source) }]);
          if (error instanceof PhotographFailure && error.fileId !== null) await onFault?.(row, sources, error.message);
          throw error;
        }
        rows.wake();
      },
    };
  }
}

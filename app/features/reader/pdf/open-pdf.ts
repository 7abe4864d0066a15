import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { composedPrefix } from '#contract/composition.ts';
import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import { listAttachments, readAttachment, type Attachment } from './attachments.ts';
import { lendDocument, type DocumentLending } from './document-lending.ts';
import { findTarget, knownPageOfTarget, pageOfTarget } from './find-target.ts';
import { readOutline, type OutlineEntry } from './outline.ts';
import { askForSpellings } from '#domain/password-spellings.ts';
import { readPageLabels } from './page-labels.ts';

import { startPdfEngine, type PdfEngine } from './pdf-engine.ts';
import { toProblem, type PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';
import { createRangeLoader } from '#app/features/reader/pdf/loading/range-loader.ts';
import { FileChanged } from '#app/features/reader/pdf/loading/range-fetcher.ts';
import { isLong, limitMemory } from './limit-memory.ts';
import { turnPage, type TurnedPages } from './turn-page.ts';

/** A page of an open PDF. Code outside this folder only passes it around. */
export type PdfPage = PDFPageProxy;

/** An open PDF. */
export type PdfDocument = {
  pageCount: number;
  /**
   * Runs `work` with a page, by its number from 1. Don't use the page after the work is done. Rejects if that page is
   * damaged; other pages may still be readable.
   */
  withPage<Result>(number: number, work: (page: PdfPage) => Promise<Result> | Result): Promise<Result>;
  /** Returns the point that a link inside the document leads to, or null if its target does not exist. */
  findTarget(target: unknown): Promise<PagePoint | null>;
  /** Returns the page number of the target, which needs less data than the point. */
  pageOf(target: unknown): Promise<number | null>;
  /** Returns the page number if it is known without reading anything, else null. */
  knownPageOf(target: unknown): number | null;
  /** Returns the document's outline; empty if it has none. */
  outline(): Promise<OutlineEntry[]>;
  /** Returns the labels of the document's pages, by position; null if it has no labels. */
  labels(): Promise<readonly string[] | null>;
  /** True if the library made the document of pages of others. */
  isComposed: boolean;
  /** Returns the document information, as pdf.js reads it. */
  metadata(): Promise<{ info: object }>;
  /** Returns the files inside the document; empty if it has none. */
  attachments(): Promise<Attachment[]>;
  /** Returns the bytes of a file inside the document; null if it is damaged. */
  readAttachment(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
};

type OpenPdfOptions = {
  /** The address for messages: that of the document's record. */
  recordUrl: string;
  /** Pages that are shown rotated beyond the rotation in the file; every page waits for this list. Never rejects. */
  turned: Promise<TurnedPages>;
  /** Asks for the password; `isWrong` is true after a wrong one. Resolve to null to cancel. */
  askPassword: (isWrong: boolean) => Promise<string | null>;
  /** Called once when the server refuses the rest of the file; pages that are not loaded by then can't be read. */
  onBroken: (problem: PdfProblem) => void;
  /** Called when the connection is lost, and when it is back and pending requests continue. */
  onLineChanged: (isLost: boolean) => void;
  /** Called once when another version has replaced the file: no more of the opened version can be loaded. */
  onChanged: () => void;
  /** True when a changed file is opened again: caches of the browser may have parts of the previous version. */
  isRenewed?: boolean;
};

export type PdfOpening = {
  /** Rejects with a PdfProblem; never settles after `close`. */
  document: Promise<PdfDocument>;
  /** Ends reading, requests and worker. May be called at any time and more than once. */
  close(): void;
};

/**
 * Opens the PDF at `url`, which is loaded in ranges and only as far as needed. No promise rejects unhandled, even if
 * the document is closed early.
 */
export function openPdf(url: string, options: OpenPdfOptions): PdfOpening {
  const address = new URL(url, location.href).href;
  let isClosed = false;
  const loader = createRangeLoader(address, {
    namedUrl: options.recordUrl,
    isRenewed: options.isRenewed ?? false,
    onLineChanged: (isLost) => isClosed || options.onLineChanged(isLost),
  });
  const start = loader.start();
  const engines = new Set<PdfEngine>();
  let password: string | undefined;
  let hasFailed = false;

  function startEngine(askPassword: (isWrong: boolean) => Promise<string | null>): PdfEngine {
    const onFailed = (error: unknown) => {
      // During an exchange two engines may be waiting for the connection.
      if (isClosed || hasFailed) return;
      hasFailed = true;
      if (error instanceof FileChanged) options.onChanged();
      else options.onBroken(toProblem(error));
    };
    const engine = startPdfEngine({ start, loader, password, askPassword, onFailed });
    engines.add(engine);
    return engine;
  }

  function end(engine: PdfEngine) {
    engines.delete(engine);
    engine.close();
  }

  function close() {
    if (isClosed) return;
    isClosed = true;
    for (const engine of engines) engine.close();
    loader.abort();
  }

  async function open(): Promise<PdfDocument> {
    const ask = askForSpellings(options.askPassword);
    const engine = startEngine(async (isWrong) => {
      const answer = await ask(isWrong);
      password = answer ?? undefined;
      return answer;
    });
    const document = await engine.document;
    if (!isLong((await start).totalBytes, document.numPages)) loader.dropCache();
    const lending = lendDocument({ document, close: () => end(engine) });
    const tidying = limitMemory({
      bytesRead: () => loader.bytesCached() ?? 0,
      exchange: () => exchange(lending),
      cleanUp: () => lending.lend((document) => document.cleanup()),
    });
    return readingOf(lending, options.turned, (page) => tidying.note(page));
  }

  /** Replaces the document by a newly opened one. If that fails, the previous one stays. */
  async function exchange(lending: DocumentLending<PDFDocumentProxy>): Promise<boolean> {
    // Without the cache everything would be loaded twice.
    if (loader.bytesCached() === null || isClosed) return false;
    const engine = startEngine(async () => null);
    try {
      lending.exchange({ document: await engine.document, close: () => end(engine) });
      return true;
    } catch {
      end(engine);
      return false;
    }
  }

  const document = open().catch((error: unknown) => {
    if (isClosed) return never();
    close();
    throw toProblem(error);
  });
  // The caller handles a rejection; this avoids an unhandled one if nothing awaits it any more.
  document.catch(() => {});
  return { document, close };
}

/** Returns a promise that never settles, for calls after closing. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function readingOf(
  { current, lend }: DocumentLending<PDFDocumentProxy>,
  turned: Promise<TurnedPages>,
  onRead: (page: number) => void,
): PdfDocument {
  const pageOf = async (document: PDFDocumentProxy, number: number) =>
    turnPage(await document.getPage(number), await turned);
  return {
    pageCount: current().numPages,
    isComposed: current().fingerprints[0]?.startsWith(composedPrefix) ?? false,
    withPage(number, work) {
      onRead(number);
      return lend(async (document) => work(await pageOf(document, number)));
    },
    findTarget: (target) => lend((document) => findTarget(document, target, pageOf)),
    pageOf: (target) => lend((document) => pageOfTarget(document, target)),
    knownPageOf: (target) => knownPageOfTarget(current(), target),
    outline: () => lend((document) => readOutline(document)),
    labels: () => lend((document) => readPageLabels(document)),
    metadata: () => lend((document) => document.getMetadata()),
    attachments: () => lend((document) => listAttachments(document)),
    readAttachment: (id) => lend((document) => readAttachment(document, id)),
  };
}

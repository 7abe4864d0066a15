import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import { lendDocument, type DocumentLending } from './document-lending.ts';
import { findTarget, knownPageOfTarget, pageOfTarget } from './find-target.ts';
import { readOutline, type OutlineEntry } from './outline.ts';
import { askForSpellings } from './password-spellings.ts';
import { startPdfEngine, type PdfEngine } from './pdf-engine.ts';
import { toProblem, type PdfProblem } from './pdf-problem.ts';
import { createRangeLoader } from './range-loader.ts';
import { FileChanged } from './range-fetcher.ts';
import { isLong, limitMemory } from './limit-memory.ts';

/** A page of an opened PDF. Outside this folder it is only passed around. */
export type PdfPage = PDFPageProxy;

/** A PDF being read. */
export type PdfDocument = {
  pageCount: number;
  /**
   * Does `work` with a page, by its number from 1. The page is only lent: once the work is done it may be gone. Fails
   * when that page is broken; the others may still be read.
   */
  withPage<Result>(number: number, work: (page: PdfPage) => Promise<Result> | Result): Promise<Result>;
  /** The point a link inside the document leads to, or null when it leads nowhere. */
  findTarget(target: unknown): Promise<PagePoint | null>;
  /** The number of the page it leads to: less to read than for the point. */
  pageOf(target: unknown): Promise<number | null>;
  /** The same where it can be told without reading anything, else null. */
  knownPageOf(target: unknown): number | null;
  /** The document's outline; empty when it has none. */
  outline(): Promise<OutlineEntry[]>;
};

type OpenPdfOptions = {
  /** The address that messages name: the one in the document's record. */
  recordUrl: string;
  /** Asks for the password; `isWrong` after one that did not fit. Null gives up. */
  askPassword: (isWrong: boolean) => Promise<string | null>;
  /** Told once when the server refuses the rest of the file; pages not read by then stay away. */
  onBroken: (problem: PdfProblem) => void;
  /** Told when the line is lost and when it is back: what is wanted meanwhile comes by itself then. */
  onLineChanged: (isLost: boolean) => void;
  /** Told once when the file was replaced by another: no more of this one is to be had. */
  onChanged: () => void;
  /** True for the second opening of a file that changed: browsers' caches may hold pieces of the first. */
  isRenewed?: boolean;
};

export type PdfOpening = {
  /** Fails with a PdfProblem; never settles once closed. */
  document: Promise<PdfDocument>;
  /** Ends reading, requests and worker. Safe at any time and more than once. */
  close(): void;
};

/**
 * Opens the PDF at `url`, which is fetched in ranges and only as far as it is looked at. Whatever happens, on closing
 * in the middle of things too, nothing is left to fail unseen.
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
      // Two engines may both be waiting for the line while one takes the place of the other.
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
    return readingOf(lending, (page) => tidying.note(page));
  }

  /** Puts a fresh opening in the place of the one that is lent. Whatever comes between, reading goes on as it was. */
  async function exchange(lending: DocumentLending<PDFDocumentProxy>): Promise<boolean> {
    // What is not kept would have to be fetched twice.
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
  // Whoever opened it hears of a failure; if nobody listens any more it is nobody's error.
  document.catch(() => {});
  return { document, close };
}

/** What comes of a reading that was closed: nothing, and no error either. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function readingOf({ current, lend }: DocumentLending<PDFDocumentProxy>, onRead: (page: number) => void): PdfDocument {
  return {
    pageCount: current().numPages,
    withPage(number, work) {
      onRead(number);
      return lend(async (document) => work(await document.getPage(number)));
    },
    findTarget: (target) => lend((document) => findTarget(document, target)),
    pageOf: (target) => lend((document) => pageOfTarget(document, target)),
    knownPageOf: (target) => knownPageOfTarget(current(), target),
    outline: () => lend((document) => readOutline(document)),
  };
}

import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import type { OutlineEntry } from '#app/features/reader/panel/outline-tree.ts';
import { findTarget, knownPageOfTarget, pageOfTarget } from './find-target.ts';
import { readOutline } from './outline.ts';
import { failedToLoad, PdfProblem, toProblem } from './pdf-problem.ts';
import { loadPdfJs, startPdfWorker, type PdfJsApi } from './pdfjs-build.ts';
import { chunkBytes, createRangeLoader, type FileStart, type RangeLoader } from './range-loader.ts';

/** A page of an opened PDF. Outside this folder it is only passed around. */
export type PdfPage = PDFPageProxy;

/** A PDF being read. */
export type PdfDocument = {
  pageCount: number;
  /** A page by its number from 1. Fails when that page is broken; the others may still be read. */
  page(number: number): Promise<PdfPage>;
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
  /** Asks for the password; `isWrong` after one that did not fit. Null gives up. */
  askPassword: (isWrong: boolean) => Promise<string | null>;
  /** Told once when the file cannot be fetched any further; pages not read by then stay away. */
  onBroken: (problem: PdfProblem) => void;
};

export type PdfOpening = {
  /** Fails with a PdfProblem; never settles once closed. */
  document: Promise<PdfDocument>;
  /** Ends reading, requests and worker. Safe at any time and more than once. */
  close(): void;
};

/** Decoders, colour profiles, character maps and fonts, from our own origin, by the version they belong to. */
const dataFolder = '/assets/pdfjs-6.3.289/';

/** How long the worker may take to end its work in good order before it is ended. */
const farewellMs = 2000;

/**
 * Opens the PDF at `url`, which is fetched in ranges and only as far as it is looked at. Whatever happens, on closing
 * in the middle of things too, nothing is left to fail unseen.
 */
export function openPdf(url: string, options: OpenPdfOptions): PdfOpening {
  const address = new URL(url, location.href).href;
  const loader = createRangeLoader(address);
  const worker = startPdfWorker();
  const workerFailure = failureOf(worker);
  const life = { isClosed: false, task: null as PDFDocumentLoadingTask | null };

  function close() {
    if (life.isClosed) return;
    life.isClosed = true;
    const end = () => worker.terminate();
    if (life.task) {
      const timer = setTimeout(end, farewellMs);
      void life.task
        .destroy()
        .catch(() => {})
        .finally(() => {
          clearTimeout(timer);
          end();
        });
    } else end();
    loader.abort();
  }

  async function open(): Promise<PdfDocument> {
    const [pdfjs, start] = await Promise.all([loadPdfJs(), loader.start()]);
    if (life.isClosed) return never();
    if (start.bytes.length === 0) throw new PdfProblem(failedToLoad);
    const onBroken = (problem: PdfProblem) => life.isClosed || options.onBroken(problem);
    const task = pdfjs.getDocument(parametersFor(pdfjs, worker, start, loader, onBroken));
    life.task = task;
    task.onPassword = (answer: (password: string | Error) => void, reason: number) => {
      const isWrong = reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD;
      void options.askPassword(isWrong).then((password) => answer(password ?? new Error('no password given')));
    };
    return readingOf(await Promise.race([task.promise, workerFailure]));
  }

  const document = Promise.race([open(), workerFailure]).catch((error: unknown) => {
    if (life.isClosed) return never();
    close();
    throw toProblem(error);
  });
  // Whoever opened it hears of a failure; if nobody listens any more it is nobody's error.
  document.catch(() => {});
  return { document, close };
}

/** Fails when the worker does. Held here, or an error inside the worker would surface as the page's own. */
function failureOf(worker: Worker): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new PdfProblem(failedToLoad, { cause: event.message }));
    });
  });
  failure.catch(() => {});
  return failure;
}

/** What comes of a reading that was closed: nothing, and no error either. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function parametersFor(
  pdfjs: PdfJsApi,
  worker: Worker,
  start: FileStart,
  loader: RangeLoader,
  onBroken: (problem: PdfProblem) => void,
) {
  const isWhole = start.bytes.length >= start.totalBytes;
  const folder = (name: string) => new URL(`${dataFolder}${name}/`, location.origin).href;
  return {
    ...(isWhole ? { data: start.bytes } : { range: createTransport(pdfjs, start, loader, onBroken) }),
    worker: pdfjs.PDFWorker.create({ port: worker, verbosity: pdfjs.VerbosityLevel.ERRORS }),
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
  };
}

/** Lets pdf.js ask our loader for ranges. */
function createTransport(
  pdfjs: PdfJsApi,
  start: FileStart,
  loader: RangeLoader,
  onBroken: (problem: PdfProblem) => void,
) {
  const transport = new pdfjs.PDFDataRangeTransport(start.totalBytes, start.bytes);
  let isBroken = false;

  async function fetchRange(begin: number, end: number) {
    let bytes;
    try {
      bytes = await loader.read(begin, end);
    } catch (error) {
      const isClosing = error instanceof DOMException && error.name === 'AbortError';
      if (!isBroken && !isClosing) onBroken(toProblem(error));
      isBroken ||= !isClosing;
      return;
    }
    try {
      transport.onDataRange(begin, bytes);
    } catch {
      // pdf.js no longer waits for this range: the document was closed meanwhile.
    }
  }

  transport.requestDataRange = (begin: number, end: number) => {
    void fetchRange(begin, end);
  };
  transport.abort = () => loader.abort();
  return transport;
}

function readingOf(document: PDFDocumentProxy): PdfDocument {
  return {
    pageCount: document.numPages,
    page: (number) => document.getPage(number),
    findTarget: (target) => findTarget(document, target),
    pageOf: (target) => pageOfTarget(document, target),
    knownPageOf: (target) => knownPageOfTarget(document, target),
    outline: () => readOutline(document),
  };
}

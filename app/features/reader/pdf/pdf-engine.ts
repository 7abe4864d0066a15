import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';
import { loadPdfJs, startPdfWorker, type PdfJsApi } from './pdfjs-build.ts';
import { chunkBytes, type FileStart, type RangeLoader } from '#app/features/reader/pdf/loading/range-loader.ts';
import * as words from '#messages/reader/pdf.ts';

type EngineOptions = {
  /** The start of the file; a promise, so that the worker starts while the file is loading. */
  start: Promise<FileStart>;
  loader: Pick<RangeLoader, 'read'>;
  /** Tried before the user is prompted. */
  password?: string | undefined;
  /** Asks for the password; `isWrong` is true after a wrong one. Resolve to null to cancel. */
  askPassword: (isWrong: boolean) => Promise<string | null>;
  /** Called for each range that cannot be loaded. */
  onFailed: (error: unknown) => void;
};

/** An instance of pdf.js with its own file and worker. The worker stores every byte it was given until it is closed. */
export type PdfEngine = {
  /** Rejects with the error of pdf.js or of the loader; never settles after `close`. */
  document: Promise<PDFDocumentProxy>;
  /** Ends the work of pdf.js and its worker, but not the loader. May be called at any time and more than once. */
  close(): void;
};

/** Decoders, colour profiles, character maps and fonts, from our own origin, in the folder of their version. */
const dataFolder = '/assets/pdfjs-6.3.289/';

/** Maximum time that the worker has to close before it is terminated. */
const closingMs = 2000;

/** Starts pdf.js with a file that `loader` loads. */
export function startPdfEngine(options: EngineOptions): PdfEngine {
  const worker = startPdfWorker();
  const workerFailure = failureOf(worker);
  const life: { isClosed: boolean; task: PDFDocumentLoadingTask | null } = { isClosed: false, task: null };

  function close() {
    if (life.isClosed) return;
    life.isClosed = true;
    const end = () => worker.terminate();
    if (!life.task) return end();
    const timer = setTimeout(end, closingMs);
    void life.task
      .destroy()
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
        end();
      });
  }

  async function open(): Promise<PDFDocumentProxy> {
    const [pdfjs, start] = await Promise.all([loadPdfJs(), options.start]);
    if (life.isClosed) return never();
    if (start.bytes.length === 0) throw new PdfProblem(words.failedToLoad);
    const isWhole = start.bytes.length >= start.totalBytes;
    // pdf.js transfers the bytes to its worker; another engine may start with them too.
    const bytes = start.bytes.slice();
    const task = pdfjs.getDocument({
      ...(isWhole ? { data: bytes } : { range: createTransport(pdfjs, { ...start, bytes }, options, life) }),
      ...(options.password === undefined ? {} : { password: options.password }),
      ...settingsFor(pdfjs, worker),
    });
    life.task = task;
    task.onPassword = (answer: (password: string | Error) => void, reason: number) => {
      const isWrong = reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD;
      void options.askPassword(isWrong).then((password) => answer(password ?? new Error('no password given')));
    };
    return task.promise;
  }

  const document = Promise.race([open(), workerFailure]).catch((error: unknown) => {
    if (life.isClosed) return never();
    close();
    throw error;
  });
  // The caller handles a rejection; this avoids an unhandled one if nothing awaits it any more.
  document.catch(() => {});
  return { document, close };
}

/** Rejects if the worker fails. Without this, an error in the worker would count as one of the page. */
function failureOf(worker: Worker): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new PdfProblem(words.failedToLoad, { cause: event.message }));
    });
  });
  failure.catch(() => {});
  return failure;
}

/** Returns a promise that never settles, for calls after closing. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function settingsFor(pdfjs: PdfJsApi, worker: Worker) {
  const folder = (name: string) => new URL(`${dataFolder}${name}/`, location.origin).href;
  return {
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

/** Makes pdf.js request ranges from our loader. */
function createTransport(
  pdfjs: PdfJsApi,
  start: FileStart,
  { loader, onFailed }: EngineOptions,
  life: { isClosed: boolean },
) {
  const transport = new pdfjs.PDFDataRangeTransport(start.totalBytes, start.bytes);

  async function fetchRange(begin: number, end: number) {
    let bytes;
    try {
      bytes = await loader.read(begin, end);
    } catch (error) {
      const isClosing = life.isClosed || (error instanceof DOMException && error.name === 'AbortError');
      if (!isClosing) onFailed(error);
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
  return transport;
}

import type * as PdfJs from 'pdfjs-dist';
import currentWorkerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import legacyWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** pdf.js and the address of the worker that belongs to it. Both come from our own build. */
export type PdfJsBuild = { pdfjs: typeof PdfJs; workerUrl: string };

let asked: Promise<PdfJsBuild> | null = null;

/**
 * Loads pdf.js, once. Its current build calls what browsers have had for only some months and fails on a phone that
 * is a year old; its legacy build brings all that along and is 32 KB heavier (of 416, brotli). Each browser gets the
 * one it needs. A failed load is tried again the next time.
 */
export function loadPdfJs(): Promise<PdfJsBuild> {
  asked ??= load().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function load(): Promise<PdfJsBuild> {
  if (isCurrentBrowser()) return { pdfjs: await import('pdfjs-dist'), workerUrl: currentWorkerUrl };
  return { pdfjs: await import('pdfjs-dist/legacy/build/pdf.mjs'), workerUrl: legacyWorkerUrl };
}

/** Whether the browser has the youngest things the current build calls without asking (`DisposableStack` for `using`). */
function isCurrentBrowser(): boolean {
  return (
    'sumPrecise' in Math &&
    'getOrInsertComputed' in Map.prototype &&
    'fromBase64' in Uint8Array &&
    'toHex' in Uint8Array.prototype &&
    'try' in Promise &&
    'any' in AbortSignal &&
    'parse' in URL &&
    'DisposableStack' in globalThis
  );
}

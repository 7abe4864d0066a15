import type * as PdfJs from './current-pdfjs.ts';
import { isCurrentBrowser } from './current-browser.ts';

export type PdfJsApi = typeof PdfJs;

let loading: Promise<PdfJsApi> | null = null;

/**
 * Loads pdf.js once; a failed load is retried the next time. The current build uses functions that browsers have had
 * for only some months, and fails on a phone that is a year old. The legacy build includes these functions and is 31 KB
 * larger (244 KB, brotli). Each browser gets the build that it needs.
 */
export function loadPdfJs(): Promise<PdfJsApi> {
  loading ??= (isCurrentBrowser() ? import('./current-pdfjs.ts') : import('./legacy-pdfjs.ts')).catch(
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Starts a worker of the build that the browser needs, from our own origin, while pdf.js itself is still loading. */
export function startPdfWorker(): Worker {
  return isCurrentBrowser()
    ? new Worker(new URL('./current-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./legacy-worker.ts', import.meta.url), { type: 'module' });
}

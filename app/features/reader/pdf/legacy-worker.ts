// First, because pdf.js's legacy build calls functions that it does not include.
import '#app/ui/fallbacks.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { warnOfMissingData } from '#app/features/reader/pdf/loading/missing-data.ts';

/**
 * Runs pdf.js's worker in its legacy build. The worker loads its data with the global `fetch`, which it looks up for
 * each call.
 */
globalThis.fetch = warnOfMissingData(globalThis.fetch.bind(globalThis));

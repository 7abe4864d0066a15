import 'pdfjs-dist/build/pdf.worker.mjs';
import { warnOfMissingData } from '#app/features/reader/pdf/loading/missing-data.ts';

/**
 * Runs pdf.js's worker in its current build. The worker loads its data with the global `fetch`, which it looks up for
 * each call.
 */
globalThis.fetch = warnOfMissingData(globalThis.fetch.bind(globalThis));

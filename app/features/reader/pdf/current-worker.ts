import 'pdfjs-dist/build/pdf.worker.min.mjs';
import { warnOfMissingData } from './missing-data.ts';

/** pdf.js's worker in its current build, which fetches its data with the worker's own `fetch`, looked up at each call. */
globalThis.fetch = warnOfMissingData(globalThis.fetch.bind(globalThis));

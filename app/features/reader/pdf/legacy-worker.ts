import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { warnOfMissingData } from './missing-data.ts';

/** pdf.js's worker in its legacy build, which fetches its data with the worker's own `fetch`, looked up at each call. */
globalThis.fetch = warnOfMissingData(globalThis.fetch.bind(globalThis));

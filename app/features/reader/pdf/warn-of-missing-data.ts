import { warnOfMissingData } from './missing-data.ts';

/** Comes before pdf.js in its worker, which fetches its data with the worker's own `fetch`. */
globalThis.fetch = warnOfMissingData(globalThis.fetch.bind(globalThis));

import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * Processor time for a page. A scan takes 2 to 4 s, a full newspaper page of noise 30 s; on an old machine several
 * times that.
 */
export const maxCpuSeconds = 120;

/** Maximum memory. tesseract.js with two languages takes 300 MB for a page. */
const maxResidentBytes = 900 * 1024 * 1024;

/** Limits of the process. It remains idle for a while before it ends, because loading the languages takes a second. */
export const ocrLimits: WorkerLimits = {
  ...limitTime(maxCpuSeconds * 1000),
  maxResidentBytes,
  idleMs: 30_000,
};

/** A full page of text has about 50 KB of TSV. */
export const maxTsvBytes = 8 * 1024 * 1024;

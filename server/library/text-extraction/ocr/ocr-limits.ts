import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * Processor time. A page of a scan takes 2 to 4 s, a full newspaper page of noise 30 s; on an old machine several times
 * that.
 */
export const maxCpuSeconds = 120;

/** tesseract.js with two languages takes 300 MB for a page. */
const maxResidentBytes = 900 * 1024 * 1024;

/** The process remains for a while, since loading the languages takes a second. */
export const ocrLimits: WorkerLimits = {
  ...limitTime(maxCpuSeconds * 1000),
  maxResidentBytes,
  idleMs: 30_000,
};

/** A full page of text has about 50 KB of TSV. */
export const maxTsvBytes = 8 * 1024 * 1024;

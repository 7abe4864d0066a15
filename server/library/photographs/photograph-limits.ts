import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * The longer side of a page in pixels: A4 at 170 dpi, enough to print, and to recognise letters of 7 points. A page at
 * 200 dpi has a third more bytes, and OCR finds no more words in it
 * (docs/decisions/0038-photographs-become-one-pdf.md).
 */
export const pageSide = 2000;

/** Timeout for a page. A photograph of 50 million pixels takes 3 s of CPU time, ten times that on an old machine. */
const pageMs = 90_000;
/**
 * Maximum memory of the process. Photographs are decoded in strips; the page stays in memory at about twice its final
 * size.
 */
const maxResidentBytes = 900 * 1024 * 1024;

export const photographLimits: WorkerLimits = { ...limitTime(pageMs), maxResidentBytes, idleMs: 30_000 };

/** Disk space reserved for a page that is being made; a page in colour takes some two megabytes. */
export const roomForPage = 8 * 1024 * 1024;

/** Maximum number of queued PDFs, enough for a few volunteers with several windows. PDFs are made one at a time. */
export const maxWaiting = 20;
/**
 * Maximum wait in the queue. A PDF of 100 pages takes ten minutes on a slow machine; nobody waits for several of them.
 */
export const maxWaitMs = 60 * 60 * 1000;

/**
 * Size of the cache of pages, so that another order or rotation costs nothing. The cache is in memory only, because
 * pages can be made again from the photographs.
 */
export const maxCachedBytes = 48 * 1024 * 1024;
/** Maximum number of failed PDFs that are remembered until a client requests their state. */
export const maxRemembered = 200;

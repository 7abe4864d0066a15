import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * The longer side of a page in pixels: A4 at 170 dpi, enough to print and to recognise letters of 7 points. 200 dpi has a
 * third more bytes, and OCR finds no more words in it (docs/decisions/0038-photographs-become-one-pdf.md).
 */
export const pageSide = 2000;

/** Timeout for a page. A photograph of 50 million pixels takes 3 s of CPU time, ten times that on an old machine. */
const pageMs = 90_000;
/** Photographs are decoded in strips; the page stays in memory at about twice its final size. */
const maxResidentBytes = 900 * 1024 * 1024;

export const photographLimits: WorkerLimits = { ...limitTime(pageMs), maxResidentBytes, idleMs: 30_000 };

/** Disk space reserved for a page that is being made; a page in colour takes some two megabytes. */
export const roomForPage = 8 * 1024 * 1024;

/** Most pending PDFs, enough for a few volunteers with several windows. PDFs are made one at a time. */
export const maxWaiting = 20;
/** Longest wait in the queue. A PDF of 100 pages takes ten minutes on a slow machine; waiting for several is no use. */
export const maxWaitMs = 60 * 60 * 1000;

/**
 * Size of the cache of made pages, so that another order or rotation costs nothing. It is in memory only: pages can be made
 * again from the photographs.
 */
export const maxCachedBytes = 48 * 1024 * 1024;
/** Most failed PDFs that are remembered until their state is requested. */
export const maxRemembered = 200;

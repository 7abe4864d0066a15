import { limitTime, type WorkerLimits } from '#server/pictures/worker-process.ts';

/**
 * The longer side of a page in pixels: A4 at 170 dpi, enough to print and to recognise letters of 7 points. 200 dpi has a
 * third more bytes, and OCR finds no more words in it (docs/decisions/0038-photographs-become-one-pdf.md).
 */
export const pageSide = 2000;

/** A photograph of 50 million pixels takes 3 s of the processor, on an old machine ten times that. */
const pageMs = 90_000;
/** Decoded in strips; what stays in memory is the page in about twice its final size. */
const maxResidentBytes = 900 * 1024 * 1024;

export const photographLimits: WorkerLimits = { ...limitTime(pageMs), maxResidentBytes, idleMs: 30_000 };

/** Bytes on the disk for a page that is being made: one in colour takes some two megabytes. */
export const roomForPage = 8 * 1024 * 1024;

/** Made one after the other: what one volunteer can have in several windows, and a few volunteers. */
export const maxWaiting = 20;
/** A PDF of 100 pages on a slow machine takes ten minutes; behind some of those, waiting is no use to anybody. */
export const maxWaitMs = 60 * 60 * 1000;

/**
 * Pages that were made are kept, so that another order or turn costs nothing. In memory: they can be made again from the
 * photographs at any time.
 */
export const maxKeptBytes = 48 * 1024 * 1024;
/** What became of PDFs that failed, until someone asks. */
export const maxRemembered = 200;

import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * Incremented when all texts must be read again, also those of scans, which takes hours. A better order of lines was not
 * worth that (decision 72). Of two releases over one database the newer one reads; the older one does not touch the
 * documents that it has begun.
 */
export const textRecipe = 1;

/**
 * The rule by which pages are sent to recognition (usable-text.ts), and by which they are recognised. Incremented when it
 * finds more: documents of an earlier rule are judged again one by one, when nothing else needs reading, and only the
 * pages that the new rule sends to recognition are read again. 1: fewer than eight words over a picture. 2: letters that
 * the text does not explain; pages on which nothing was recognised are tried with other settings.
 */
export const textJudgement = 2;

/** Limits of reading one file. A file that exceeds a limit affects only itself. */

/** The longest page of a dense book has 10,000 characters; the rest of a longer page is not read. */
export const maxPageCharacters = 200_000;
/** A web page is one page, even if it has a whole book. */
export const maxHtmlCharacters = 500_000;
/** A parsed web page takes about ten times its size. */
export const maxHtmlBytes = 16 * 1024 * 1024;
/** The longest books have 2000 pages; only a mistake or an attack has more than this. */
export const maxPages = 5000;
/** PDFium has a file in memory as a whole; with the page it must fit into the limit of its process. */
export const maxPdfBytes = 400 * 1024 * 1024;

/** Pages of one job. */
export const batchPages = 100;
/** A job that has taken this long, or has read this much, ends with the pages it has. */
export const batchMs = 5000;
export const batchCharacters = 1_000_000;
/** Limit of a job's output: the text above in UTF-8, escaped, and the facts about its pages. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** A page takes some 50 ms of the processor, a picture of one up to 3 s; on an old machine ten times that. */
const cpuMs = 60_000;

export const textWorkerLimits: WorkerLimits = {
  ...limitTime(cpuMs),
  maxResidentBytes: 700 * 1024 * 1024,
  idleMs: 10_000,
};

/** Pages that time out or crash cost up to a minute each. After this many, the rest of their file is not tried. */
export const maxCostlyPages = 10;

/**
 * The picture of a page for recognition: the resolution that engines are trained on, and enough for the small print of a
 * book.
 */
export const pictureDpi = 300;
export const maxPictureSide = 4000;
/** Some scans have a page size of a few centimetres. */
export const minPictureSide = 1600;

/** Fonts and pictures are only checked on this many characters and objects of a page: their shares are estimates. */
export const sampledCharacters = 1000;
export const maxPageObjects = 20_000;

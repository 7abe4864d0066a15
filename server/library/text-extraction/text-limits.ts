import { maxHtmlBytes } from '#domain/text/html-text.ts';
import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';

/**
 * Version of text extraction. Increase it if all texts must be extracted again, including those of scans, which takes
 * hours. A better order of lines was not worth that (decision 72). Of two releases over one database, the newer one
 * extracts text; the older one does not touch the documents that the newer one has begun.
 */
export const textRecipe = 1;

/**
 * Version of text extraction from HTML, which takes milliseconds for a file. Version 2: the text of the reading view. The
 * versions of both are one sequence, so that the next one of either is higher than the newest.
 */
export const htmlRecipe = 2;
export const newestRecipe = Math.max(textRecipe, htmlRecipe);

/**
 * Version of the rule that sends pages to recognition (usable-text.ts), and of recognition. Increase it when the rule
 * finds more: documents judged by an earlier version are then judged again one by one, when nothing else waits, and
 * only the pages that the new version sends to recognition are read again. Version 1: fewer than eight words over a
 * picture. Version 2: letters that the text does not explain; pages on which nothing was recognised are tried with
 * other settings.
 */
export const textJudgement = 2;

export { maxHtmlBytes };

/** Limits of reading one file. A file that exceeds a limit affects only itself. */

/** The longest page of a dense book has 10,000 characters; the rest of a longer page is not read. */
export const maxPageCharacters = 200_000;
/** Maximum length of a web page's text. A web page counts as one page, even if it contains a whole book. */
export const maxHtmlCharacters = 500_000;
/**
 * Maximum number of pages that are read. The longest books have 2000; only a mistake or an attack has more than this.
 */
export const maxPages = 5000;
/**
 * Maximum size of a PDF. PDFium has the whole file in memory, which must fit, together with a page, into the limit of
 * its process.
 */
export const maxPdfBytes = 400 * 1024 * 1024;

/** Number of pages in one job. */
export const batchPages = 100;
/** Time, and amount of text, after which a job ends with the pages it has. */
export const batchMs = 5000;
export const batchCharacters = 1_000_000;
/** Maximum output of a job: the text above in UTF-8, escaped, and the facts about its pages. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/**
 * Maximum processor time for a page. A page takes some 50 ms, its picture up to 3 s; on an old machine ten times that.
 */
const cpuMs = 60_000;

export const textWorkerLimits: WorkerLimits = {
  ...limitTime(cpuMs),
  maxResidentBytes: 700 * 1024 * 1024,
  idleMs: 10_000,
};

/**
 * Maximum number of pages that time out or crash, which take up to a minute each. After that, the rest of the file is
 * not tried.
 */
export const maxCostlyPages = 10;

/**
 * Resolution of the picture of a page for recognition: engines are trained on it, and it is enough for the small print
 * of a book.
 */
export const pictureDpi = 300;
export const maxPictureSide = 4000;
/** Some scans have a page size of a few centimetres. */
export const minPictureSide = 1600;

/**
 * Number of characters and objects of a page on which fonts and pictures are checked: their fractions are estimates.
 */
export const sampledCharacters = 1000;
export const maxPageObjects = 20_000;

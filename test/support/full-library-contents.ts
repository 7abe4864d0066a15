import { makePdf } from './documents.ts';
import { lineOf } from './recognised-scan.ts';

/** The materials of `openFullLibrary`, by id. */
export const shown = {
  subject: ['csit', '1', 'c-programming'] as const,
  emptySubject: ['csit', '1', 'physics'] as const,
  pdfPaper: 'sample-csit-c-paper-2025',
  htmlPaper: 'sample-csit-c-paper-2024',
  book: 'sample-csit-c-book-small-programs',
  locked: 'locked-notes',
  broken: 'broken-notes',
  withdrawn: 'withdrawn-notes',
  scan: 'scanned-notes',
};

/** Recognised lines of `shown.scan`, which has one page. */
export const scannedLines = [
  lineOf('Explain how a wavefront is bent at a boundary.', { top: 0.1 }),
  lineOf('Derive the law of refraction from it.', { top: 0.15 }),
];

/** Bytes that `openFullLibrary` has already published, for uploading them again. */
export const publishedBytes = makePdf([['On the shelf already']]);

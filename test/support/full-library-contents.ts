import { makePdf } from './documents.ts';

/** What the library of `openFullLibrary` holds, by the ids of its materials. */
export const shown = {
  subject: ['csit', '1', 'c-programming'] as const,
  emptySubject: ['csit', '1', 'physics'] as const,
  pdfPaper: 'sample-csit-c-paper-2025',
  htmlPaper: 'sample-csit-c-paper-2024',
  book: 'sample-csit-c-book-small-programs',
  locked: 'locked-notes',
  broken: 'broken-notes',
  withdrawn: 'withdrawn-notes',
};

/** Bytes that `openFullLibrary` has published, for uploading them once more. */
export const publishedBytes = makePdf([['On the shelf already']]);

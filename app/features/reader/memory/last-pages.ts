import { readStored, writeStored } from './stored-map.ts';

/** Where the last page of each document is kept: a map from the file's id to its page and when it was looked at. */
export const lastPagesKey = 'reader-pages';

const maxDocuments = 200;
const maxCharacters = 50_000;

/** The page of a document that was read last, to be continued at; null when there is none worth going to. */
export function lastPageOf(documentId: string): number | null {
  return readStored(lastPagesKey, checkPage).get(documentId)?.page ?? null;
}

/**
 * Remembers how far a document was read. Who went back to page 1, or came to the last page, has nothing to continue:
 * the document is forgotten. Beyond 200 documents the ones longest unread are forgotten too.
 */
export function rememberPage(documentId: string, page: number, pageCount: number): void {
  const kept = new Map(readStored(lastPagesKey, checkPage));
  if (page > 1 && page < pageCount) kept.set(documentId, { page, at: Date.now() });
  else if (!kept.delete(documentId)) return;
  writeStored(lastPagesKey, kept, maxDocuments, maxCharacters);
}

function checkPage({ page }: Record<string, unknown>): { page: number } | null {
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : null;
}

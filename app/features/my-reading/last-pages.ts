import { readStored, writeStored, type EntryStore } from './stored-map.ts';

/** Key under which the last page of each document is stored: a map from the file's id to its page and the time it was read. */
export const lastPagesKey = 'reader-pages';

const maxDocuments = 200;
const maxCharacters = 50_000;

/** The last pages as a store, by the file's id. */
export const lastPages: EntryStore<{ page: number }> = {
  key: lastPagesKey,
  maxEntries: maxDocuments,
  maxCharacters,
  check: checkPage,
};

/** Returns the page of a document that was read last, to offer to continue there; null if there is none. */
export function lastPageOf(documentId: string): number | null {
  return readStored(lastPagesKey, checkPage).get(documentId)?.page ?? null;
}

/**
 * Stores the last page of a document. On page 1 and on the last page there is nothing to continue, so the entry is
 * removed. Above 200 documents, those not read for the longest time are evicted.
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

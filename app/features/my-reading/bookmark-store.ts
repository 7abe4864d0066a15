import { putEntry, readEntries, removeEntry, useEntries } from './stored-entries.ts';
import type { EntryStore } from './stored-map.ts';

/** Maximum number of bookmarks of a document. */
export const maxBookmarks = 100;

/** The bookmarked pages of each document, in order, by file id. */
export const bookmarkStore: EntryStore<{ pages: readonly number[] }> = {
  key: 'reader-bookmarks',
  maxEntries: 200,
  maxCharacters: 100_000,
  check({ pages }) {
    if (!Array.isArray(pages)) return null;
    const good = pages.filter((page): page is number => Number.isSafeInteger(page) && page >= 1);
    return good.length === 0 ? null : { pages: inOrder(good).slice(0, maxBookmarks) };
  },
};

/** Returns the bookmarked pages of a document, updated when they change here or in another tab. */
export function useBookmarks(documentId: string): readonly number[] {
  return useEntries(bookmarkStore).get(documentId)?.pages ?? none;
}

/** Bookmarks a page, or removes its bookmark. Does nothing for one more than `maxBookmarks`. */
export function toggleBookmark(documentId: string, page: number): void {
  const pages = readEntries(bookmarkStore).get(documentId)?.pages ?? none;
  const others = pages.filter((each) => each !== page);
  const changed = others.length < pages.length ? others : inOrder([...pages, page]);
  if (changed.length > maxBookmarks) return;
  if (changed.length > 0) putEntry(bookmarkStore, documentId, { pages: changed });
  else removeEntry(bookmarkStore, documentId);
}

/** Bookmarks several pages, at most `maxBookmarks` in total. */
export function addBookmarks(documentId: string, pages: readonly number[]): void {
  const before = readEntries(bookmarkStore).get(documentId)?.pages ?? none;
  putEntry(bookmarkStore, documentId, { pages: inOrder([...before, ...pages]).slice(0, maxBookmarks) });
}

const none: readonly number[] = [];

function inOrder(pages: readonly number[]): number[] {
  return [...new Set(pages)].sort((one, other) => one - other);
}

import { useEffect, useEffectEvent, type Dispatch } from 'react';
import { originsKey, readPageOrigins, type PageOrigin } from '#contract/page-origins.ts';
import { addBookmarks, bookmarkStore } from '#app/features/my-reading/bookmark-store.ts';
import { lastPageOf, lastPages, rememberPage } from '#app/features/my-reading/last-pages.ts';
import { newestFirst, putEntry, readEntries } from '#app/features/my-reading/stored-entries.ts';
import type { EntryStore } from '#app/features/my-reading/stored-map.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import { addHighlights, storedHighlights } from './use-stored-highlights.ts';

/** Files made of pages of others whose marks were copied, so that a mark that is removed later does not come back. */
const followedStore: EntryStore<object> = {
  key: 'reader-followed',
  maxEntries: 200,
  maxCharacters: 20_000,
  check: () => ({}),
};

/**
 * Copies highlights, bookmarks and the last page of the files of which a file was made, once for each file. A page that
 * occurs several times, such as in two halves, has them the first time. The former files keep theirs, because an
 * administrator may undo the change. Returns true if anything was copied.
 */
export function followPages(documentId: string, origins: readonly PageOrigin[]): boolean {
  if (readEntries(followedStore).has(documentId)) return false;
  const pageOf = new Map<string, number>();
  for (const [index, origin] of origins.entries()) {
    const key = keyOf(origin);
    if (!pageOf.has(key)) pageOf.set(key, index + 1);
  }
  const files = [...new Set(origins.map(({ fileId }) => fileId))];
  const newPages = (fileId: string, page: number): number[] => {
    const found = pageOf.get(keyOf({ fileId, page }));
    return found === undefined ? [] : [found];
  };

  const highlights = files.flatMap((fileId) =>
    storedHighlights(fileId).flatMap((highlight) =>
      newPages(fileId, highlight.page).map((page) => ({ ...highlight, page })),
    ),
  );
  const bookmarks = files.flatMap((fileId) =>
    (readEntries(bookmarkStore).get(fileId)?.pages ?? []).flatMap((page) => newPages(fileId, page)),
  );
  const last = newestFirst(readEntries(lastPages))
    .filter(({ id }) => files.includes(id))
    .flatMap(({ id, page }) => newPages(id, page))[0];
  if (highlights.length > 0) addHighlights(documentId, highlights);
  if (bookmarks.length > 0) addBookmarks(documentId, bookmarks);
  if (last !== undefined && lastPageOf(documentId) === null) rememberPage(documentId, last, origins.length);
  const isAny = highlights.length > 0 || bookmarks.length > 0 || last !== undefined;
  if (isAny) putEntry(followedStore, documentId, {});
  return isAny;
}

const keyOf = ({ fileId, page }: PageOrigin) => `${fileId} ${page}`;

type FollowedPagesProps = {
  document: PdfDocument;
  documentId: string;
  change: Dispatch<ReaderEvent>;
  /** Called after marks were copied. */
  onFollowed: () => void;
};

/** Copies the marks of the former files when a PDF that was made of their pages is opened. Renders nothing. */
export function FollowedPages({ document, documentId, change, onFollowed }: FollowedPagesProps): null {
  const report = useEffectEvent(() => {
    change({ type: 'highlightsRemembered', highlights: storedHighlights(documentId) });
    onFollowed();
  });
  useEffect(
    function follow() {
      let isOver = false;
      async function copy() {
        const origins = await readOrigins(document);
        if (!isOver && origins && followPages(documentId, origins)) report();
      }
      void copy();
      return () => {
        isOver = true;
      };
    },
    [document, documentId],
  );
  return null;
}

/** Returns the stored page that each page was made of; null if the list is missing or damaged. */
async function readOrigins(document: PdfDocument): Promise<PageOrigin[] | null> {
  const { info } = await document.metadata().catch(() => ({ info: {} }));
  // Keys that the standard does not define.
  const { Custom: custom } = info as { Custom?: ReadonlyMap<string, unknown> };
  const origins = readPageOrigins(String(custom?.get(originsKey)));
  return origins?.length === document.pageCount ? origins : null;
}

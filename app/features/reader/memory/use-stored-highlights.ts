import { useEffect, useState, type Dispatch } from 'react';
import type { ReaderEvent } from '#app/features/reader/reader-state.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { deleteHighlight, storeHighlight, storedHighlights, watchHighlights } from './stored-highlights.ts';

/**
 * Keeps the highlights of a document in this browser and brings them back, those made in another tab as well. Nothing
 * is sent anywhere. `add` and `remove` change the reader and what is kept; `areStored` is false once the browser had no
 * room for one.
 */
export function useStoredHighlights(documentId: string, change: Dispatch<ReaderEvent>) {
  const [areStored, setAreStored] = useState(true);
  const [edit] = useState(() => ({
    add(highlight: Highlight) {
      change({ type: 'highlighted', highlight });
      if (!storeHighlight(documentId, highlight)) setAreStored(false);
    },
    remove(highlight: Highlight) {
      change({ type: 'highlightRemoved', highlight });
      deleteHighlight(documentId, highlight);
    },
  }));

  useEffect(
    function rememberHighlights() {
      const remember = (highlights: readonly Highlight[]) => change({ type: 'highlightsRemembered', highlights });
      const kept = storedHighlights(documentId);
      if (kept.length > 0) remember(kept);
      return watchHighlights(documentId, remember);
    },
    [documentId, change],
  );
  return { ...edit, areStored };
}

import { useEffect, useState, type Dispatch } from 'react';
import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { deleteHighlight, storeHighlight, storedHighlights, watchHighlights } from './stored-highlights.ts';

/**
 * Stores the highlights of a document in this browser and restores them, including those made in another tab. Sends
 * nothing. `add` and `remove` change the reader and the storage; `areStored` is false after the browser had no space
 * for a highlight.
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

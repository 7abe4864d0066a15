import { useEffect, useState, type Dispatch } from 'react';
import { highlightStore } from '#app/features/my-reading/highlight-store.ts';
import { isObject, isWriteTo, readStored, writeStored } from '#app/features/my-reading/stored-map.ts';
import {
  highlightColors,
  isSameHighlight,
  maxNoteLetters,
  type Highlight,
} from '#app/features/reader/highlights/highlight.ts';
import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';

/**
 * Key under which the highlights of each document are stored: a map from the file's id to its highlights and the time
 * of their last change.
 */
export const highlightsKey = highlightStore.key;

/** The limits of the storage. Further highlights of a document are refused; the oldest documents are evicted. */
const limits = { perDocument: 500, textLength: 2000 };

/** Returns the stored highlights of a document; none if storage is not accessible or invalid. */
export function storedHighlights(documentId: string): readonly Highlight[] {
  return readStored(highlightsKey, checkHighlights).get(documentId)?.highlights ?? [];
}

/**
 * Stores a highlight, unless its part of the page already has one. Returns false if the browser has no space or no
 * storage: then the highlight lasts only while the reader is open.
 */
export function storeHighlight(documentId: string, highlight: Highlight): boolean {
  return change(documentId, (before) =>
    before.some((each) => isSameHighlight(each, highlight)) ? before : [...before, limit(highlight)],
  );
}

/** Stores highlights that were made in other files, as many as a document may have. */
export function addHighlights(documentId: string, highlights: readonly Highlight[]): void {
  change(documentId, (before) => {
    const others = highlights.filter((each) => !before.some((known) => isSameHighlight(each, known)));
    return [...before, ...others.map(limit)].slice(0, limits.perDocument);
  });
}

/** Stores the new colour and note of a highlight. Returns false like `storeHighlight`. */
export function replaceHighlight(documentId: string, highlight: Highlight): boolean {
  return change(documentId, (before) =>
    before.map((each) => (isSameHighlight(each, highlight) ? limit(highlight) : each)),
  );
}

/** Deletes a highlight; the others stay, including those that another tab has added meanwhile. */
export function deleteHighlight(documentId: string, highlight: Highlight): void {
  change(documentId, (before) => before.filter((each) => !isSameHighlight(each, highlight)));
}

/**
 * Calls `changed` with the highlights of a document when another tab changes them. Returns a function that stops the
 * calls.
 */
export function watchHighlights(documentId: string, changed: (highlights: readonly Highlight[]) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (isWriteTo(highlightsKey, event)) changed(storedHighlights(documentId));
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

/** Edits the stored highlights. Reads them each time, because other tabs write as well. */
function change(documentId: string, edit: (before: readonly Highlight[]) => readonly Highlight[]): boolean {
  const kept = new Map(readStored(highlightsKey, checkHighlights));
  const highlights = edit(kept.get(documentId)?.highlights ?? []);
  if (highlights.length > limits.perDocument) return false;
  if (highlights.length === 0) kept.delete(documentId);
  else kept.set(documentId, { highlights, at: Date.now() });
  return writeStored(highlightsKey, kept, highlightStore.maxEntries, highlightStore.maxCharacters);
}

function limit({ page, start, end, text, color, note }: Highlight): Highlight {
  return {
    page,
    start,
    end,
    text: text.slice(0, limits.textLength),
    ...(color && { color }),
    ...(note && { note: note.slice(0, maxNoteLetters) }),
  };
}

function checkHighlights({ highlights }: Record<string, unknown>): { highlights: readonly Highlight[] } | null {
  if (!Array.isArray(highlights)) return null;
  const good = highlights.flatMap(checkHighlight).slice(0, limits.perDocument);
  return good.length === 0 ? null : { highlights: good };
}

/** Returns a valid highlight in an array, without an invalid colour or note; otherwise an empty array. */
function checkHighlight(value: unknown): Highlight[] {
  if (!isObject(value)) return [];
  const { page, start, end, text, note } = value;
  if (!(isCount(page) && page >= 1 && isCount(start) && isCount(end) && end > start && typeof text === 'string'))
    return [];
  const color = highlightColors.find((each) => each === value['color']);
  return [limit({ page, start, end, text, ...(color && { color }), ...(typeof note === 'string' && { note }) })];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * Stores the highlights of a document in this browser and restores them, including those made in another tab. Sends
 * nothing. `add`, `edit` and `remove` change the reader and the storage; `areStored` is false after the browser had no
 * space for a highlight.
 */
export function useStoredHighlights(documentId: string, change: Dispatch<ReaderEvent>) {
  const [areStored, setAreStored] = useState(true);
  const [changes] = useState(() => ({
    add(highlight: Highlight) {
      change({ type: 'highlighted', highlight });
      if (!storeHighlight(documentId, highlight)) setAreStored(false);
    },
    edit(highlight: Highlight) {
      change({ type: 'highlightEdited', highlight });
      if (!replaceHighlight(documentId, highlight)) setAreStored(false);
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
  return { ...changes, areStored };
}

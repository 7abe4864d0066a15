import { isSameHighlight, type Highlight } from '#app/features/reader/highlights/highlight.ts';
import { isObject, isWriteTo, readStored, writeStored } from './stored-map.ts';

/** Where the highlights of each document are kept: a map from the file's id to its highlights and when they changed. */
export const highlightsKey = 'reader-highlights';

/** What is stored at most. Of a document with too many highlights further ones are refused; the oldest documents are evicted. */
const limits = { documents: 200, perDocument: 500, textLength: 2000, characters: 1_500_000 };

/** The highlights kept of a document; none where storage is closed, or what it holds cannot be read. */
export function storedHighlights(documentId: string): readonly Highlight[] {
  return readStored(highlightsKey, checkHighlights).get(documentId)?.highlights ?? [];
}

/** Keeps a highlight. Answers false where the browser has no room or no storage: then it lasts as long as the reader. */
export function storeHighlight(documentId: string, highlight: Highlight): boolean {
  return change(documentId, (before) =>
    before.some((each) => isSameHighlight(each, highlight)) ? before : [...before, shorten(highlight)],
  );
}

/** Forgets a highlight; the others, those that another tab has added meanwhile among them, stay. */
export function deleteHighlight(documentId: string, highlight: Highlight): void {
  change(documentId, (before) => before.filter((each) => !isSameHighlight(each, highlight)));
}

/** Tells the highlights of a document whenever another tab changes them. Returns the end of it. */
export function watchHighlights(documentId: string, changed: (highlights: readonly Highlight[]) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (isWriteTo(highlightsKey, event)) changed(storedHighlights(documentId));
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** What is kept is read anew each time, because other tabs write as well. */
function change(documentId: string, edit: (before: readonly Highlight[]) => readonly Highlight[]): boolean {
  const kept = new Map(readStored(highlightsKey, checkHighlights));
  const highlights = edit(kept.get(documentId)?.highlights ?? []);
  if (highlights.length > limits.perDocument) return false;
  if (highlights.length === 0) kept.delete(documentId);
  else kept.set(documentId, { highlights, at: Date.now() });
  return writeStored(highlightsKey, kept, limits.documents, limits.characters);
}

function shorten(highlight: Highlight): Highlight {
  const { page, start, end, text } = highlight;
  return { page, start, end, text: text.slice(0, limits.textLength) };
}

function checkHighlights({ highlights }: Record<string, unknown>): { highlights: readonly Highlight[] } | null {
  if (!Array.isArray(highlights)) return null;
  const good = highlights.filter(isHighlight).slice(0, limits.perDocument);
  return good.length === 0 ? null : { highlights: good };
}

function isHighlight(value: unknown): value is Highlight {
  if (!isObject(value)) return false;
  const { page, start, end, text } = value;
  return isCount(page) && page >= 1 && isCount(start) && isCount(end) && end > start && typeof text === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

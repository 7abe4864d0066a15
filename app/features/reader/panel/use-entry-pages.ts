import { useEffect, useEffectEvent, useState } from 'react';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { OutlineEntry } from '#app/features/reader/pdf/outline.ts';

/** Number of pages requested at once: few at first, so that those of the first entries are known soon. */
const firstBatchSize = 20;
const batchSize = 500;

/**
 * Returns the pages on which these entries of the outline start: null for one without a target, absent while it is being read.
 * Only visible entries are read, because finding a page may take requests. `isKnown` is true when all are known.
 */
export function useEntryPages(
  document: PdfDocument,
  entries: readonly OutlineEntry[],
): { pages: ReadonlyMap<string, number | null>; isKnown: boolean } {
  const [pages, setPages] = useState<ReadonlyMap<string, number | null>>(new Map());
  const batch = entries.filter(({ id }) => !pages.has(id)).slice(0, pages.size === 0 ? firstBatchSize : batchSize);
  const key = batch.map(({ id }) => id).join(' ');

  const findPages = useEffectEvent(async (signal: AbortSignal) => {
    const found = await Promise.all(batch.map(({ target }) => (target === null ? null : document.pageOf(target))));
    if (signal.aborted) return;
    setPages((before) => new Map([...before, ...batch.map(({ id }, index) => [id, found[index] ?? null] as const)]));
  });

  useEffect(
    function askForPages() {
      if (key === '') return;
      const stop = new AbortController();
      void findPages(stop.signal);
      return () => stop.abort();
    },
    // The same entries give the same pages.
    [document, key],
  );
  return { pages, isKnown: batch.length === 0 };
}

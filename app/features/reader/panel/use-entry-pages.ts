import { useEffect, useEffectEvent, useState } from 'react';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { OutlineEntry } from '#app/features/reader/pdf/outline.ts';

/** How many pages are asked for at once: few at first, so that what is seen first is known soon. */
const firstBatchSize = 20;
const batchSize = 500;

/**
 * On which pages these entries of the outline begin: null for one that leads nowhere, absent while it is being found
 * out. Only entries in sight are asked for, since finding a page may have to be fetched. `isKnown` tells that all are.
 */
export function useEntryPages(
  document: PdfDocument,
  entries: readonly OutlineEntry[],
): { pages: ReadonlyMap<string, number | null>; isKnown: boolean } {
  const [pages, setPages] = useState<ReadonlyMap<string, number | null>>(new Map());
  const asked = entries.filter(({ id }) => !pages.has(id)).slice(0, pages.size === 0 ? firstBatchSize : batchSize);
  const key = asked.map(({ id }) => id).join(' ');

  const findPages = useEffectEvent(async (signal: AbortSignal) => {
    const found = await Promise.all(asked.map(({ target }) => (target === null ? null : document.pageOf(target))));
    if (signal.aborted) return;
    setPages((before) => new Map([...before, ...asked.map(({ id }, index) => [id, found[index] ?? null] as const)]));
  });

  useEffect(
    function askForPages() {
      if (key === '') return;
      const stop = new AbortController();
      void findPages(stop.signal);
      return () => stop.abort();
    },
    // The same entries are the same question.
    [document, key],
  );
  return { pages, isKnown: asked.length === 0 };
}

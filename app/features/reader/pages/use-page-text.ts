import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { showHighlights } from '#app/features/reader/highlights/highlight-text.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { readLinks, type PageLink } from '#app/features/reader/pdf/page-links.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import { fillTextLayer } from '#app/features/reader/pdf/text-layer.ts';

/** Fills the text layer of a page after the page is drawn, marks the highlights in it, and reads the page's links. */
export function usePageText(page: {
  document: PdfDocument;
  number: number;
  isDrawn: boolean;
  rotation: Rotation;
  queue: RenderQueue;
  highlights: readonly Highlight[];
}): { text: RefObject<HTMLDivElement | null>; hasText: boolean; links: readonly PageLink[] } {
  const { document, number, isDrawn, rotation, queue, highlights } = page;
  const [hasText, setHasText] = useState(false);
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const text = useRef<HTMLDivElement>(null);
  const presentRotation = useRef(rotation);

  useLayoutEffect(
    function noteRotation() {
      presentRotation.current = rotation;
    },
    [rotation],
  );

  useEffect(
    function readText() {
      const layer = text.current;
      if (!isDrawn || !layer) return;
      const cancel = queue.add(number, (signal) =>
        document.withPage(number, async (page) => {
          // A page whose text or links cannot be read still has its picture.
          await fillTextLayer(page, layer, { rotation: () => presentRotation.current, signal }).then(
            () => setHasText(true),
            () => {},
          );
          if (!signal.aborted) setLinks(await readLinks(page));
        }),
      );
      return () => {
        cancel();
        setHasText(false);
        layer.replaceChildren();
      };
    },
    [document, number, isDrawn, queue],
  );

  useEffect(
    function markHighlights() {
      if (hasText && text.current) showHighlights(text.current, highlights);
    },
    [hasText, highlights],
  );

  return { text, hasText, links };
}

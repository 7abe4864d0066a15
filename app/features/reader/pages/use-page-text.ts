import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Frame } from '#app/features/reader/geometry/page-layout.ts';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { hideOtherHalf, showHighlights } from '#app/features/reader/highlights/highlight-text.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { readLinks, type PageLink } from '#app/features/reader/pdf/page-links.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import { fillTextLayer } from '#app/features/reader/pdf/text-layer.ts';
import type { PageMeasures } from '#app/features/reader/pdf/draw-page.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { emptyLayer, fillRecognisedLayer } from '#app/features/reader/recognised/recognised-layer.ts';

/** Source of the text in the layer of a page: the file's own, or recognised; null until it is filled. */
export type FilledText = 'own' | 'recognised' | null;

/** Fills the text layer of a page after the page is drawn, marks the highlights in it, and reads the page's links. */
export function usePageText(page: {
  document: PdfDocument;
  texts: PageTexts;
  number: number;
  /** The half that is shown, without the text of the other one. */
  half: Frame['half'];
  /** Null until the page is drawn. */
  drawn: PageMeasures | null;
  rotation: Rotation;
  queue: RenderQueue;
  highlights: readonly Highlight[];
}): { text: RefObject<HTMLDivElement | null>; filled: FilledText; links: readonly PageLink[] } {
  const { document, texts, number, half, drawn, rotation, queue, highlights } = page;
  const [filled, setFilled] = useState<FilledText>(null);
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const text = useRef<HTMLDivElement>(null);
  const presentRotation = useRef(rotation);
  const presentHalf = useRef(half);

  useLayoutEffect(
    function notePresent() {
      presentRotation.current = rotation;
      presentHalf.current = half;
      if (text.current) hideOtherHalf(text.current, half);
    },
    [rotation, half],
  );

  useEffect(
    function readText() {
      const layer = text.current;
      if (!drawn || !layer) return;
      const stop = new AbortController();
      const show = (filled: FilledText) => {
        hideOtherHalf(layer, presentHalf.current);
        setFilled(filled);
      };
      const fillOwn = () =>
        queue.add(number, (signal) =>
          document.withPage(number, (page) =>
            fillTextLayer(page, layer, { rotation: () => presentRotation.current, signal }).then(
              () => show('own'),
              // A page whose text cannot be read still has its picture.
              () => {},
            ),
          ),
        );
      async function fill(layer: HTMLElement, measures: PageMeasures) {
        // Not in the queue, where a request that waits for the connection would block the drawing of other pages.
        const lines = await texts.recognised(number, stop.signal);
        if (stop.signal.aborted) return;
        if (!lines) return stop.signal.addEventListener('abort', fillOwn());
        fillRecognisedLayer(layer, lines, measures);
        show('recognised');
      }
      void fill(layer, drawn).catch(() => {});
      return () => {
        stop.abort();
        setFilled(null);
        emptyLayer(layer);
      };
    },
    [document, texts, number, drawn, queue],
  );

  useEffect(
    function readPageLinks() {
      if (!drawn) return;
      return queue.add(number, (signal) =>
        document.withPage(number, async (page) => {
          const links = await readLinks(page);
          if (!signal.aborted) setLinks(links);
        }),
      );
    },
    [document, number, drawn, queue],
  );

  useEffect(
    function markHighlights() {
      if (filled && text.current) showHighlights(text.current, highlights);
    },
    [filled, highlights],
  );

  return { text, filled, links };
}

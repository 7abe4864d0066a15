import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { removePart, showPart } from '#app/features/reader/dark/page-picture.ts';
import { maxPagePixels } from '#app/features/reader/geometry/canvas-size.ts';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import { isWithin, partToDraw } from '#app/features/reader/geometry/page-part.ts';
import { drawPart, freeCanvas, heightOf, type PageMeasures } from '#app/features/reader/pdf/draw-page.ts';
import type { DrawnAs } from './use-page-picture.ts';

type DrawnPart = { canvas: HTMLCanvasElement; box: PageBox; width: number };

/**
 * Draws the visible part of a page with the resolution of the screen, over the picture of the whole page, which would
 * be too large at that resolution. Returns the ref of the element that contains the part; it exists only while a part
 * is visible.
 */
export function usePagePart(
  page: DrawnAs & {
    /** The visible part; null if none is needed. */
    seen: PageBox | null;
    /** Null until the whole page is drawn. */
    measures: PageMeasures | null;
    picture: RefObject<HTMLDivElement | null>;
  },
): RefObject<HTMLDivElement | null> {
  const { document, number, width, rotation, pixelRatio, isDark, queue, seen, measures, picture } = page;
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnPart | null>(null);
  const tone = useRef(isDark);
  const { left, top, right, bottom } = seen ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const isSeen = seen !== null;

  useLayoutEffect(
    function turnTone() {
      tone.current = isDark;
      if (holder.current && picture.current && drawn.current)
        showPart(holder.current, picture.current, drawn.current, isDark);
    },
    [picture, isDark],
  );

  useLayoutEffect(
    function freeMemory() {
      const element = holder.current;
      return () => {
        drawn.current = null;
        if (element) removePart(element);
      };
    },
    [isSeen, rotation],
  );

  useEffect(
    function draw() {
      const seen = { left, top, right, bottom };
      const last = drawn.current;
      if (!isSeen || !measures || (last?.width === width && isWithin(seen, last.box))) return;
      return queue.add(number, async (signal) => {
        const box = partToDraw(seen, { width, height: heightOf(measures, width, rotation) });
        const drawing = { width, rotation, pixelRatio, maxPixels: maxPagePixels(), signal };
        // If it fails, the picture of the whole page stays, less sharp.
        const canvas = await document.withPage(number, (page) => drawPart(page, box, drawing));
        if (!holder.current || !picture.current || signal.aborted) return freeCanvas(canvas);
        drawn.current = { canvas, box, width };
        showPart(holder.current, picture.current, drawn.current, tone.current);
      });
    },
    [document, number, width, rotation, pixelRatio, queue, measures, picture, isSeen, left, top, right, bottom],
  );

  return holder;
}

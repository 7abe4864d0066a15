import { useCallback, useMemo, useState, type RefObject, useLayoutEffect } from 'react';
import { fitZoom } from '#app/features/reader/geometry/fit.ts';
import { layOutPages, type PageLayout } from '#app/features/reader/geometry/page-layout.ts';
import { isSideways, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { pageWidth } from '#app/features/reader/geometry/gesture-zoom.ts';
import { ratioOfPicture } from '#app/features/reader/opening/first-picture.ts';
import type { BarRoom } from '#app/features/reader/toolbar/use-bars.ts';
import { useWindowSize } from '#app/features/reader/geometry/use-window-size.ts';

type StripLayout = {
  /** Stays the same object while nothing changes, because a new layout moves the view. */
  layout: PageLayout;
  /** The width of a page, in whole CSS pixels. */
  width: number;
  pixelRatio: number;
  /** Sets the height divided by width of an upright page. */
  measure: (page: number, ratio: number) => void;
};

/** Returns the layout of the strip of pages in the current window. */
export function useStripLayout(strip: {
  scroller: RefObject<HTMLElement | null>;
  pageCount: number;
  zoom: number;
  rotation: Rotation;
  room: BarRoom;
  findRoom: number;
  firstPicture: HTMLImageElement | null;
}): StripLayout {
  const { scroller, pageCount, zoom, rotation, room, findRoom, firstPicture } = strip;
  const size = useWindowSize();
  const view = useViewSize(scroller);
  const width = Math.round(pageWidth(size.width, zoom));
  const widest = widestPage(size.width, view.width);
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(() => startingRatios(firstPicture));
  const layout = useMemo(() => {
    const above = room.above + findRoom;
    return layOutPages(pageCount, width, ratios, { ...room, above, widest, isSideways: isSideways(rotation) });
  }, [pageCount, width, widest, room, findRoom, ratios, rotation]);
  const measure = useCallback((page: number, ratio: number) => {
    setRatios((before) => (before.get(page) === ratio ? before : new Map(before).set(page, ratio)));
  }, []);
  return { layout, width, pixelRatio: size.pixelRatio, measure };
}

/** Returns the maximum width of pages that a view of that width shows without scrolling sideways. */
function widestPage(windowWidth: number, viewWidth: number): number {
  const zoom = fitZoom('width', 1, { windowWidth, viewWidth, viewHeight: 0 });
  return Math.min(Math.round(pageWidth(windowWidth, zoom)), viewWidth);
}

/** Returns the proportions of page 1 from its picture, before the page itself is loaded. */
function startingRatios(firstPicture: HTMLImageElement | null): Map<number, number> {
  const ratio = firstPicture && ratioOfPicture(firstPicture);
  return new Map(ratio === null ? [] : [[1, ratio]]);
}

/**
 * Returns the size of the visible content of an element, in CSS pixels without its scrollbars, updated when it changes.
 * Returns the window's size until the element is mounted.
 */
function useViewSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  useLayoutEffect(
    function measureView() {
      const view = element.current;
      if (!view) return;
      const measure = () => {
        const { clientWidth: width, clientHeight: height } = view;
        setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(view);
      return () => observer.disconnect();
    },
    [element],
  );
  return size;
}

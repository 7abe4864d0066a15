import { useCallback, useMemo, useState, type RefObject, useLayoutEffect } from 'react';
import { fitZoom } from '#app/features/reader/geometry/fit.ts';
import { trimPages } from '#app/features/reader/geometry/page-crop.ts';
import { wholePage, type PageBox } from '#app/features/reader/geometry/page-box.ts';
import { layOutPages, type PageLayout } from '#app/features/reader/geometry/page-layout.ts';
import { isSideways, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { isNarrow, pageWidth } from '#app/features/reader/geometry/gesture-zoom.ts';
import { textBoxOf } from '#app/features/reader/geometry/page-ink.ts';
import { inkOfPicture } from '#app/features/viewer/ink/page-ink.ts';
import { ratioOfPicture } from '#app/features/reader/opening/first-picture.ts';
import type { BarRoom } from '#app/features/reader/toolbar/use-bars.ts';
import { useWindowSize } from '#app/features/viewer/use-window-size.ts';

type StripLayout = {
  /** Stays the same object while nothing changes, because a new layout moves the view. */
  layout: PageLayout;
  /** The width of the shown part of a page, in whole CSS pixels. */
  width: number;
  pixelRatio: number;
  /** Sets the height divided by width of an upright page. */
  measure: (page: number, ratio: number) => void;
  /** True if the text of a page has been found, on which the size of the trimmed page depends. */
  isTextFound: (page: number) => boolean;
  /** Sets the box around the text of an upright page; null if it has none. */
  setText: (page: number, box: PageBox | null) => void;
};

/** Returns the layout of the strip of pages in the current window. */
export function useStripLayout(strip: {
  scroller: RefObject<HTMLElement | null>;
  pageCount: number;
  zoom: number;
  isTrimmed: boolean;
  isHalved: boolean;
  rotation: Rotation;
  room: BarRoom;
  findRoom: number;
  firstPicture: HTMLImageElement | null;
}): StripLayout {
  const { scroller, pageCount, zoom, isTrimmed, isHalved, rotation, room, findRoom, firstPicture } = strip;
  const size = useWindowSize();
  const view = useViewSize(scroller);
  // A trimmed page is as wide as the view, which a scrollbar may make narrower than the window.
  // The panel next to the pages leaves a part of the window to them.
  const leftWidth = Math.min(size.width, view.outerWidth);
  const windowWidth = isTrimmed && isNarrow(leftWidth) ? view.width : leftWidth;
  const width = Math.round(pageWidth(windowWidth, zoom, isTrimmed));
  const widest = widestPage(windowWidth, view.width, isTrimmed);
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(() => startingRatios(firstPicture));
  const [texts, setTexts] = useState<ReadonlyMap<number, PageBox>>(() => startingTexts(isTrimmed, firstPicture));
  const parts = useMemo(
    () => (isTrimmed ? trimPages(pageCount, ratios, texts, rotation) : null),
    [isTrimmed, pageCount, ratios, texts, rotation],
  );
  const layout = useMemo(() => {
    const above = room.above + findRoom;
    const shape = { widest, parts, isHalved, isSideways: isSideways(rotation) };
    return layOutPages(pageCount, width, ratios, { ...room, ...shape, above });
  }, [pageCount, width, widest, room, findRoom, ratios, parts, isHalved, rotation]);
  const measure = useCallback((page: number, ratio: number) => {
    setRatios((before) => (before.get(page) === ratio ? before : new Map(before).set(page, ratio)));
  }, []);
  const setText = useCallback((page: number, box: PageBox | null) => {
    setTexts((before) => new Map(before).set(page, box ?? wholePage));
  }, []);
  return { layout, width, pixelRatio: size.pixelRatio, measure, isTextFound: (page) => texts.has(page), setText };
}

/** Returns the maximum width of pages that a view of that width shows without scrolling sideways. */
function widestPage(windowWidth: number, viewWidth: number, isTrimmed: boolean): number {
  const zoom = fitZoom('width', 1, { windowWidth, viewWidth, viewHeight: 0, isTrimmed });
  return Math.min(Math.round(pageWidth(windowWidth, zoom, isTrimmed)), viewWidth);
}

/** Returns the proportions of page 1 from its picture, before the page itself is loaded. */
function startingRatios(firstPicture: HTMLImageElement | null): Map<number, number> {
  const ratio = firstPicture && ratioOfPicture(firstPicture);
  return new Map(ratio === null ? [] : [[1, ratio]]);
}

/** Returns the box around the text of page 1 from its picture, so that the page does not move when it is loaded. */
function startingTexts(isTrimmed: boolean, firstPicture: HTMLImageElement | null): Map<number, PageBox> {
  const hasPicture = isTrimmed && firstPicture !== null && ratioOfPicture(firstPicture) !== null;
  const box = hasPicture ? textBoxOf(inkOfPicture(firstPicture)) : null;
  return new Map(box ? [[1, box]] : []);
}

/**
 * Returns the size of the visible content of an element, in CSS pixels without its scrollbars, and its width with them,
 * updated when it changes.
 * Returns the window's size until the element is mounted.
 */
function useViewSize(element: RefObject<HTMLElement | null>): { width: number; height: number; outerWidth: number } {
  const [size, setSize] = useState(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
    outerWidth: window.innerWidth,
  }));
  useLayoutEffect(
    function measureView() {
      const view = element.current;
      if (!view) return;
      const measure = () => {
        const { clientWidth: width, clientHeight: height, offsetWidth: outerWidth } = view;
        setSize((before) =>
          before.width === width && before.height === height && before.outerWidth === outerWidth
            ? before
            : { width, height, outerWidth },
        );
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

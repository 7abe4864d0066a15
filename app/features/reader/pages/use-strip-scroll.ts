import { flushSync } from 'react-dom';
import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { fitZoom } from '#app/features/reader/geometry/fit.ts';
import { columnZoom, isNarrow } from '#app/features/reader/geometry/gesture-zoom.ts';
import {
  frameOfPage,
  heightOfFrame,
  sheetOf,
  type Frame,
  type PageLayout,
} from '#app/features/reader/geometry/page-layout.ts';
import type { PageLocation } from '#app/features/reader/geometry/page-location.ts';
import type { StripView } from '#app/features/reader/geometry/page-part.ts';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import type { BarRoom } from '#app/features/reader/toolbar/use-bars.ts';
import type { LayoutCause } from './keep-location.ts';
import { PageScroll } from './page-scroll.ts';

/** The operations of the reader on the strip of pages. */
export type PageListHandle = {
  /** Scrolls smoothly to a page, numbered from 1. */
  goTo: (page: number) => void;
  /** Scrolls smoothly to the next page or half of a page (`by` 1), or to the one before (-1). */
  step: (by: 1 | -1) => void;
  /** Shows a page at once. */
  jumpTo: (page: number) => void;
  /** Scrolls smoothly until a location is at the start of the view. */
  goToLocation: (location: PageLocation) => void;
  /** Scrolls smoothly until a location is clearly visible; returns true if scrolling was necessary. */
  show: (location: PageLocation) => boolean;
  /** Adds a job that runs while no page is queued, such as drawing a thumbnail; returns the function that cancels it. */
  addBackgroundJob: (run: (signal: AbortSignal) => Promise<void>) => () => void;
  /** Returns the location at the start of the view, which `goToLocation` can restore; null before there are pages. */
  location: () => PageLocation | null;
  /**
   * Zooms until a column of a page, from `left` to `right` in fractions of its width, fits the window, and shows it. Does
   * nothing if it is almost as wide as the window.
   */
  fitColumn: (page: number, column: { left: number; right: number }) => void;
  /** Returns the step of zoom at which the current page, or one with this height divided by its width, fits the window's width, or fits as a whole. */
  fit: (kind: 'width' | 'page', ratio?: number) => number;
  focus: () => void;
};

/** The parameters that determine a layout. */
type Shape = {
  zoom: number;
  isTrimmed: boolean;
  isHalved: boolean;
  rotation: Rotation;
  width: number;
  room: BarRoom;
  findRoom: number;
};

/**
 * Handles the scrolling of the strip. Returns the pages or halves to render (`wanted`, in order of priority), and the part that
 * was visible when scrolling last ended; null before that.
 */
export function useStripScroll(strip: {
  scroller: RefObject<HTMLElement | null>;
  pageCount: number;
  initialPage: number;
  layout: PageLayout;
  shape: Shape;
  handle: Ref<PageListHandle>;
  onPageTurned: (page: number) => void;
  onTravel: (pixels: number, isAtEnd: boolean) => void;
  onZoomed: (zoom: number) => void;
}): { queue: RenderQueue; scroll: PageScroll; wanted: readonly Frame[]; view: StripView | null } {
  const { scroller, pageCount, layout, onPageTurned, onTravel, onZoomed } = strip;
  const { zoom, isTrimmed, isHalved, rotation, width, room, findRoom } = strip.shape;
  const [wanted, setWanted] = useState<readonly Frame[]>([]);
  const [view, setView] = useState<StripView | null>(null);
  const [{ queue, scroll }] = useState(() => {
    const queue = new RenderQueue();
    const initialPage = Math.min(strip.initialPage, pageCount);
    const reports = { onWanted: setWanted, onRest: setView, onPageTurned, onTravel };
    return { queue, scroll: new PageScroll({ queue, initialPage, ...reports }) };
  });
  const lastShape = useRef(strip.shape);

  useImperativeHandle(
    strip.handle,
    () => ({
      goTo: (page) => scroll.goTo(page),
      step: (by) => scroll.step(by),
      jumpTo: (page) => scroll.goToLocation({ page, fraction: 0 }, 'auto'),
      goToLocation: (location) => scroll.goToLocation(location),
      show: (location) => scroll.show(location),
      addBackgroundJob: (run) => queue.addBackground(run),
      location: () => scroll.location(),
      fitColumn(page, { left, right }) {
        const width = (right - left) * sheetOf(layout, frameOfPage(layout, page, left)).width;
        const goal = columnZoom({ width, viewWidth: scroller.current?.clientWidth ?? 0, zoom });
        if (goal === null || goal <= zoom) return;
        // Rendered at once, because the position to scroll to depends on the new layout.
        flushSync(() => onZoomed(goal));
        scroll.centre(page, (left + right) / 2);
      },
      fit(kind, ratio = heightOfFrame(layout, frameOfPage(layout, scroll.page())) / layout.width) {
        return fitPage(kind, scroller.current, layout, { ratio, isTrimmed });
      },
      focus: () => scroll.focus(),
    }),
    [scroller, scroll, queue, layout, zoom, isTrimmed, onZoomed],
  );

  useLayoutEffect(
    function watchScrolling() {
      return scroller.current ? scroll.attach(scroller.current) : undefined;
    },
    [scroller, scroll],
  );

  useLayoutEffect(
    function relayout() {
      const shape = { zoom, isTrimmed, isHalved, rotation, width, room, findRoom };
      scroll.relayout(layout, causeOf(lastShape.current, shape));
      lastShape.current = shape;
    },
    [scroll, layout, zoom, isTrimmed, isHalved, rotation, width, room, findRoom],
  );

  useLayoutEffect(
    function transformNewPages() {
      scroll.transformPages();
    },
    [scroll, wanted],
  );

  return { queue, scroll, wanted, view };
}

function fitPage(
  kind: 'width' | 'page',
  scroller: HTMLElement | null,
  layout: PageLayout,
  { ratio, isTrimmed }: { ratio: number; isTrimmed: boolean },
): number {
  // Measured now, because the layout may be from before the window was resized.
  const { clientWidth: viewWidth = 0, clientHeight = 0 } = scroller ?? {};
  const viewHeight = clientHeight - layout.above - layout.below;
  // Less than the window's width next to another document or the panel.
  const readerWidth = scroller?.offsetWidth ?? window.innerWidth;
  const windowWidth = isTrimmed && isNarrow(readerWidth) ? viewWidth : readerWidth;
  return fitZoom(kind, ratio, { windowWidth, viewWidth, viewHeight, isTrimmed });
}

function causeOf(before: Shape, after: Shape): LayoutCause {
  if (before.zoom !== after.zoom) return 'zoomed';
  const isSameSize = before.width === after.width && before.room === after.room;
  const isSamePart = before.isTrimmed === after.isTrimmed && before.isHalved === after.isHalved;
  if (!isSameSize || !isSamePart || before.rotation !== after.rotation) return 'turned';
  return before.findRoom === after.findRoom ? 'measured' : 'covered';
}

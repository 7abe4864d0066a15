import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { anchorAt, heightOf, steadyHeight } from './geometry/anchor.ts';
import { pageGap, type PageLayout } from './geometry/page-layout.ts';
import { currentPage, visiblePages, wantedPages } from './geometry/visible-pages.ts';
import type { RenderQueue } from './pdf/render-queue.ts';

/** Scrolling faster than this many views a second is flying past: nothing is fetched or drawn until it slows down. */
const flyingViewsPerSecond = 4;

/** Scrolling has come to rest when nothing moved for so long. */
const restMs = 120;

type Scroll = { top: number; time: number; direction: 1 | -1 };

/**
 * Keeps track of which pages of the strip are in sight, and keeps the place being read where it is on the screen
 * when the strip changes: on zooming its middle, when pages turn out taller or shorter what is being looked at.
 */
export function useScrolledPages(parts: {
  scroller: RefObject<HTMLElement | null>;
  layout: PageLayout;
  queue: RenderQueue;
  initialPage: number;
  onPageTurned: (page: number) => void;
}) {
  const { scroller, layout, queue, initialPage, onPageTurned } = parts;
  const [wanted, setWanted] = useState<readonly number[]>(() => [initialPage]);
  const shown = useRef<PageLayout | null>(null);
  const scroll = useRef<Scroll>({ top: 0, time: 0, direction: 1 });
  /** The page smoothly scrolled to, until it is reached or the person takes over. */
  const target = useRef<number | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);

  const restLater = useCallback(() => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      target.current = null;
      queue.resume();
    }, restMs);
  }, [queue]);

  function look(element: HTMLElement) {
    const pageCount = layout.tops.length;
    const order = wantedPages(
      visiblePages(layout, element.scrollTop, element.clientHeight),
      pageCount,
      scroll.current.direction,
    );
    queue.setOrder(order);
    setWanted((before) => (isSameSet(before, order) ? before : order));
    onPageTurned(
      currentPage(layout, {
        top: element.scrollTop,
        scrollerTop: element.getBoundingClientRect().top,
        windowHeight: window.innerHeight,
      }),
    );
  }

  function handleScroll() {
    const element = scroller.current;
    if (!element) return;
    const now = performance.now();
    const before = scroll.current;
    const moved = element.scrollTop - before.top;
    const viewsPerSecond = (Math.abs(moved) / element.clientHeight / Math.max(now - before.time, 1)) * 1000;
    scroll.current = {
      top: element.scrollTop,
      time: now,
      direction: moved === 0 ? before.direction : moved > 0 ? 1 : -1,
    };
    if (viewsPerSecond > flyingViewsPerSecond) queue.pause();
    restLater();
    look(element);
  }

  useLayoutEffect(
    function keepPlace() {
      const element = scroller.current;
      if (!element) return;
      const before = shown.current;
      shown.current = layout;
      if (!before) {
        if (initialPage > 1) element.scrollTop = topOf(layout, initialPage);
      } else if (target.current !== null) {
        element.scrollTo({ top: topOf(layout, target.current), behavior: smoothly() });
      } else {
        const isZoom = before.width !== layout.width;
        const top = placeBefore(element, scroll.current.top);
        const y = isZoom ? top + element.clientHeight / 2 : steadyHeight(before, top, element.clientHeight);
        element.scrollTop = heightOf(layout, anchorAt(before, y)) - (y - top);
        if (isZoom) {
          const middle = (element.scrollLeft + element.clientWidth / 2) / Math.max(before.width, element.clientWidth);
          element.scrollLeft = middle * Math.max(layout.width, element.clientWidth) - element.clientWidth / 2;
        }
      }
      scroll.current.top = element.scrollTop;
      look(element);
    },
    // Only a new layout moves anything; the rest is read as it is at that moment.
    [layout],
  );

  useEffect(function stopWaiting() {
    return () => clearTimeout(rest.current);
  }, []);

  const goTo = useCallback(
    (page: number) => {
      const element = scroller.current;
      if (!element || !shown.current) return;
      const top = topOf(shown.current, page);
      const isFar = Math.abs(top - element.scrollTop) > element.clientHeight * 2;
      target.current = page;
      if (isFar) queue.pause();
      element.scrollTo({ top, behavior: smoothly() });
      // Where there is nothing to scroll, nothing else would tell that it has come to rest.
      restLater();
    },
    [scroller, queue, restLater],
  );

  return {
    wanted,
    handleScroll,
    goTo,
    /** A hand on the strip ends a smooth scroll under way. */
    takeOver: () => {
      target.current = null;
    },
  };
}

function topOf(layout: PageLayout, page: number): number {
  return (layout.tops[Math.min(page, layout.tops.length) - 1] ?? 0) - pageGap;
}

function smoothly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** Where the view was before the strip changed: a strip that became shorter may already have pushed it up. */
function placeBefore(element: HTMLElement, lastSeen: number): number {
  const isPushed = element.scrollTop < lastSeen && element.scrollTop >= element.scrollHeight - element.clientHeight - 1;
  return isPushed ? lastSeen : element.scrollTop;
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && other.every((page) => one.includes(page));
}

import { anchorAt, heightOf, steadyHeight } from './geometry/anchor.ts';
import { pageGap, type PageLayout } from './geometry/page-layout.ts';
import { currentPage, visiblePages, wantedPages } from './geometry/visible-pages.ts';
import type { RenderQueue } from './pdf/render-queue.ts';

/** Scrolling faster than this many views a second is flying past: nothing is fetched or drawn until it slows down. */
const flyingViewsPerSecond = 4;

/** Scrolling has come to rest when nothing moved for so long. */
const restMs = 120;

/** How often a smooth scroll that does not get on is asked for again before the page is jumped to. */
const smoothAttempts = 5;

/** A page gone to counts as left once it has moved so far; less is the rounding of zooming. */
const leftBeyondPixels = 24;

/** The scrolling of the strip of pages. */
export type PageScroll = {
  /** Begins to look at the strip within this element; returns the end of it. */
  attach(element: HTMLElement): () => void;
  /**
   * Takes a new layout, once the strip has it, and keeps the place being read where it is on the screen: on zooming
   * the middle of the view, when pages turn out taller or shorter what is being looked at.
   */
  relayout(layout: PageLayout): void;
  /** Scrolls smoothly to a page, numbered from 1. */
  goTo(page: number): void;
  focus(): void;
};

/** Watches over the strip of pages: which are in sight, which one is read, and that nothing jumps. */
export function createPageScroll(parts: {
  queue: RenderQueue;
  initialPage: number;
  /** Told the numbers of the pages to keep ready whenever they change. */
  onWanted: (pages: readonly number[]) => void;
  /** Told the page being read, often the same one again. */
  onPageTurned: (page: number) => void;
}): PageScroll {
  const { queue, initialPage, onWanted, onPageTurned } = parts;
  let element: HTMLElement | null = null;
  let layout: PageLayout | null = null;
  let wanted: readonly number[] = [];
  let last = { top: 0, time: 0, direction: 1 as 1 | -1 };
  /** The page smoothly scrolled to, until it is reached or the person takes over. */
  let target: number | null = null;
  /**
   * The page gone to, or opened at, until the person scrolls on: several short pages may lie in the upper half of the
   * window, and who asked for page 5 is at page 5.
   */
  let held: number | null = initialPage;
  /** How often the scroll to the target was asked for again. */
  let attempts = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function restLater() {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (target !== null && element && layout && isLeft(target, element, layout)) return goOn(element, layout, target);
      target = null;
      queue.resume();
    }, restMs);
  }

  /** A busy machine begins a smooth scroll late, and a new layout may stop it: it is asked for again, at last without grace. */
  function goOn(scroller: HTMLElement, strip: PageLayout, page: number) {
    attempts += 1;
    scroller.scrollTo({ top: topOf(strip, page), behavior: attempts > smoothAttempts ? 'auto' : smoothly() });
    restLater();
  }

  function look() {
    if (!element || !layout) return;
    const visible = visiblePages(layout, element.scrollTop, element.clientHeight);
    const order = wantedPages(visible, layout.tops.length, last.direction);
    queue.setOrder(order);
    if (!isSameSet(wanted, order)) onWanted(order);
    wanted = order;
    if (held !== null) return onPageTurned(held);
    const scrollerTop = element.getBoundingClientRect().top;
    onPageTurned(currentPage(layout, { top: element.scrollTop, scrollerTop, windowHeight: window.innerHeight }));
  }

  /** Whether the page gone to has been left: it is no longer where going to it put it. */
  function isLeft(page: number, scroller: HTMLElement, strip: PageLayout): boolean {
    const goal = Math.min(topOf(strip, page), scroller.scrollHeight - scroller.clientHeight);
    return Math.abs(scroller.scrollTop - goal) > leftBeyondPixels;
  }

  function handleScroll() {
    if (!element) return;
    const time = performance.now();
    const moved = element.scrollTop - last.top;
    const viewsPerSecond = (Math.abs(moved) / element.clientHeight / Math.max(time - last.time, 1)) * 1000;
    const direction = moved === 0 ? last.direction : moved > 0 ? 1 : -1;
    last = { top: element.scrollTop, time, direction };
    if (held !== null && target === null && layout && isLeft(held, element, layout)) held = null;
    if (viewsPerSecond > flyingViewsPerSecond) queue.pause();
    restLater();
    look();
  }

  function takeOver() {
    target = null;
  }

  /** Where the view was before the strip changed: a strip that became shorter has already pushed it up. */
  function placeBefore(scroller: HTMLElement): number {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isPushed = scrollTop < last.top && scrollTop >= scrollHeight - clientHeight - 1;
    return isPushed ? last.top : scrollTop;
  }

  function keepPlace(scroller: HTMLElement, before: PageLayout, after: PageLayout) {
    const { clientWidth, clientHeight } = scroller;
    const top = placeBefore(scroller);
    const isZoom = before.width !== after.width;
    const y = isZoom ? top + clientHeight / 2 : steadyHeight(before, top, clientHeight);
    scroller.scrollTop = heightOf(after, anchorAt(before, y)) - (y - top);
    if (isZoom) {
      const middle = (scroller.scrollLeft + clientWidth / 2) / Math.max(before.width, clientWidth);
      scroller.scrollLeft = middle * Math.max(after.width, clientWidth) - clientWidth / 2;
    }
  }

  return {
    attach(scroller) {
      element = scroller;
      // It takes the focus, so that space, arrows and Page Down scroll it.
      scroller.tabIndex = 0;
      scroller.addEventListener('scroll', handleScroll, { passive: true });
      scroller.addEventListener('wheel', takeOver, { passive: true });
      scroller.addEventListener('pointerdown', takeOver, { passive: true });
      scroller.addEventListener('keydown', takeOver, { passive: true });
      return () => {
        element = null;
        clearTimeout(resting);
        scroller.removeEventListener('scroll', handleScroll);
        scroller.removeEventListener('wheel', takeOver);
        scroller.removeEventListener('pointerdown', takeOver);
        scroller.removeEventListener('keydown', takeOver);
      };
    },
    relayout(after) {
      const before = layout;
      layout = after;
      if (!element) return;
      if (!before) element.scrollTop = initialPage > 1 ? topOf(after, initialPage) : 0;
      else if (target !== null) element.scrollTo({ top: topOf(after, target), behavior: smoothly() });
      else keepPlace(element, before, after);
      last.top = element.scrollTop;
      look();
    },
    goTo(page) {
      if (!element || !layout) return;
      const top = topOf(layout, page);
      const isFar = Math.abs(top - element.scrollTop) > element.clientHeight * 2;
      target = page;
      held = page;
      attempts = 0;
      if (isFar) queue.pause();
      element.scrollTo({ top, behavior: smoothly() });
      // Where there is nothing to scroll, nothing else would tell that it has come to rest.
      restLater();
    },
    focus() {
      // Put there by us, not sought by the person: no ring around the whole window.
      const quietly: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: false };
      element?.focus(quietly);
    },
  };
}

function topOf(layout: PageLayout, page: number): number {
  return (layout.tops[Math.min(page, layout.tops.length) - 1] ?? 0) - pageGap;
}

function smoothly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && other.every((page) => one.includes(page));
}

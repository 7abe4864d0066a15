import { anchorAt, heightOf, steadyHeight } from './geometry/anchor.ts';
import { pageGap, type PageLayout } from './geometry/page-layout.ts';
import { heightOfPlace, placeAt, type Place } from './geometry/place.ts';
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

/** How far down the view, 0 to 1, a place is well in sight, and how far down it is put when it is not. */
const inSight = { from: 0.15, to: 0.85, goal: 0.35 };

/** Less than this is the rounding of reckoning: moving the view for it would only stop a scroll under way. */
const tinyPixels = 0.25;

/**
 * Why the strip is laid out anew, which decides what stays where it is on the screen: on zooming the middle of the
 * view; when pages or window are turned, or the window changes its size, the place at the beginning of the view; when
 * pages turn out taller or shorter than thought, what is being looked at.
 */
export type LayoutCause = 'zoomed' | 'turned' | 'measured';

/** The scrolling of the strip of pages. */
export type PageScroll = {
  /** Begins to look at the strip within this element; returns the end of it. */
  attach(element: HTMLElement): () => void;
  /** Takes a new layout, once the strip has it, and keeps the place being read where it is on the screen. */
  relayout(layout: PageLayout, cause: LayoutCause): void;
  /** Scrolls smoothly to a page, numbered from 1. */
  goTo(page: number): void;
  /** Scrolls smoothly until a place is at the beginning of the view; the beginning of a page is what `goTo` goes to. */
  goToPlace(place: Place): void;
  /** Scrolls smoothly until a place is well in sight; does nothing when it is. Answers whether it had to. */
  show(place: Place): boolean;
  /** The place at the beginning of the view, which `goToPlace` leads back to; null before there are pages. */
  place(): Place | null;
  /** The page being read, as last told. */
  page(): number;
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
  /** The place smoothly scrolled to, until it is reached or the person takes over. */
  let target: Place | null = null;
  /**
   * The page gone to, or opened at, until the person scrolls on: several short pages may lie in the upper half of the
   * window, and who asked for page 5 is at page 5.
   */
  let held: number | null = initialPage;
  let current = initialPage;
  /** How often the scroll to the target was asked for again. */
  let attempts = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function restLater() {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (target && element && layout && isLeft(target, element, layout)) return goOn(element, layout, target);
      target = null;
      queue.resume();
    }, restMs);
  }

  /** A busy machine begins a smooth scroll late, and a new layout may stop it: it is asked for again, at last without grace. */
  function goOn(scroller: HTMLElement, strip: PageLayout, place: Place) {
    attempts += 1;
    scroller.scrollTo({ top: topOf(strip, place), behavior: attempts > smoothAttempts ? 'auto' : smoothly() });
    restLater();
  }

  function look() {
    if (!element || !layout) return;
    const visible = visiblePages(layout, element.scrollTop, element.clientHeight);
    const order = wantedPages(visible, layout.tops.length, last.direction);
    queue.setOrder(order);
    if (!isSameSet(wanted, order)) onWanted(order);
    wanted = order;
    current = held ?? pageRead(element, layout);
    onPageTurned(current);
  }

  /** Whether the place gone to has been left: it is no longer where going to it put it. */
  function isLeft(place: Place, scroller: HTMLElement, strip: PageLayout): boolean {
    const goal = Math.min(topOf(strip, place), scroller.scrollHeight - scroller.clientHeight);
    return Math.abs(scroller.scrollTop - goal) > leftBeyondPixels;
  }

  function handleScroll() {
    if (!element) return;
    const time = performance.now();
    const moved = element.scrollTop - last.top;
    const viewsPerSecond = (Math.abs(moved) / element.clientHeight / Math.max(time - last.time, 1)) * 1000;
    const direction = moved === 0 ? last.direction : moved > 0 ? 1 : -1;
    last = { top: element.scrollTop, time, direction };
    const isHeld = held === null || target || !layout || !isLeft({ page: held, fraction: 0 }, element, layout);
    if (!isHeld) held = null;
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

  function keepPlace(scroller: HTMLElement, before: PageLayout, after: PageLayout, cause: LayoutCause) {
    const { clientWidth, clientHeight } = scroller;
    const top = placeBefore(scroller);
    if (cause === 'turned') moveTo(scroller, topOf(after, placeAt(before, top + lineOf(before))));
    else {
      const y = cause === 'zoomed' ? top + clientHeight / 2 : steadyHeight(before, top, clientHeight);
      moveTo(scroller, heightOf(after, anchorAt(before, y)) - (y - top));
    }
    if (before.width !== after.width) {
      const middle = (scroller.scrollLeft + clientWidth / 2) / Math.max(before.width, clientWidth);
      scroller.scrollLeft = middle * Math.max(after.width, clientWidth) - clientWidth / 2;
    }
  }

  function go(place: Place) {
    if (!element || !layout) return;
    const top = topOf(layout, place);
    const isFar = Math.abs(top - element.scrollTop) > element.clientHeight * 2;
    target = place;
    held = place.fraction === 0 ? place.page : null;
    attempts = 0;
    if (isFar) queue.pause();
    element.scrollTo({ top, behavior: smoothly() });
    // Where there is nothing to scroll, nothing else would tell that it has come to rest.
    restLater();
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
    relayout(after, cause) {
      const before = layout;
      layout = after;
      if (!element) return;
      if (!before) element.scrollTop = initialPage > 1 ? topOf(after, { page: initialPage, fraction: 0 }) : 0;
      else if (target) element.scrollTo({ top: topOf(after, target), behavior: smoothly() });
      else keepPlace(element, before, after, cause);
      last.top = element.scrollTop;
      look();
    },
    goTo: (page) => go({ page, fraction: 0 }),
    goToPlace: go,
    show(place) {
      if (!element || !layout) return false;
      const y = heightOfPlace(layout, place);
      const height = element.clientHeight - layout.above - layout.below;
      const down = y - element.scrollTop - layout.above;
      if (!target && down > height * inSight.from && down < height * inSight.to) return false;
      go(placeAt(layout, Math.max(y - height * inSight.goal + pageGap, layout.tops[0]!)));
      return true;
    },
    place: () => (element && layout ? placeAt(layout, element.scrollTop + lineOf(layout)) : null),
    page: () => current,
    focus() {
      // Put there by us, not sought by the person: no ring around the whole window.
      const quietly: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: false };
      element?.focus(quietly);
    },
  };
}

/** How far below the upper edge of the strip's view reading begins: below what may lie over it, and the gap. */
function lineOf(layout: PageLayout): number {
  return layout.above + pageGap;
}

function topOf(layout: PageLayout, place: Place): number {
  return heightOfPlace(layout, place) - lineOf(layout);
}

function pageRead(scroller: HTMLElement, layout: PageLayout): number {
  const scrollerTop = scroller.getBoundingClientRect().top;
  return currentPage(layout, { top: scroller.scrollTop, scrollerTop, windowHeight: window.innerHeight });
}

function moveTo(scroller: HTMLElement, top: number): void {
  if (Math.abs(scroller.scrollTop - top) > tinyPixels) scroller.scrollTop = top;
}

function smoothly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && other.every((page) => one.includes(page));
}

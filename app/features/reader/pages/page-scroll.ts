import { anchorAt, heightOf, steadyHeight } from '#app/features/reader/geometry/anchor.ts';
import { scrollToHeldPoint, holdPoint, type Point } from '#app/features/reader/geometry/held-point.ts';
import { pageGap, type PageLayout } from '#app/features/reader/geometry/page-layout.ts';
import { heightOfLocation, locationAt, type PageLocation } from '#app/features/reader/geometry/page-location.ts';
import { currentPage, visiblePages, wantedPages } from '#app/features/reader/geometry/visible-pages.ts';
import { createLiveZoom, type LiveZoom } from './live-zoom.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';

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
  goToLocation(place: PageLocation): void;
  /** Scrolls smoothly until a place is well in sight; does nothing when it is. Answers whether it had to. */
  show(place: PageLocation): boolean;
  /** The place at the beginning of the view, which `goToLocation` leads back to; null before there are pages. */
  place(): PageLocation | null;
  /** Takes hold of the pages at a point of the window, to be stretched from there by fingers. */
  hold(at: Point): void;
  /** Stretches the pages taken hold of by `scale`; what was taken hold of comes to lie at the point of the window. */
  stretch(scale: number, at: Point): void;
  /** Lets go of pages that keep their size. With another size, the layout that is `zoomed` lets go of them. */
  letGo(): void;
  /** Puts pages that have just come where stretching wants them. */
  dress(): void;
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
  /** Told how far the person scrolled, in CSS pixels, down or (negative) up, and whether that led to an end of the strip. */
  onTravel: (pixels: number, isAtEnd: boolean) => void;
}): PageScroll {
  const { queue, initialPage, onWanted, onPageTurned, onTravel } = parts;
  let element: HTMLElement | null = null;
  let layout: PageLayout | null = null;
  let wanted: readonly number[] = [];
  let last = { top: 0, left: 0, time: 0, direction: 1 as 1 | -1 };
  /** While fingers stretch the pages. */
  let live: LiveZoom | null = null;
  /** The place smoothly scrolled to, until it is reached or the person takes over. */
  let target: PageLocation | null = null;
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
  function goOn(scroller: HTMLElement, strip: PageLayout, place: PageLocation) {
    attempts += 1;
    scroller.scrollTo({ top: topOf(strip, place), behavior: attempts > smoothAttempts ? 'auto' : smoothly() });
    restLater();
  }

  function look() {
    if (!element || !layout) return;
    const seen = live?.seen() ?? { layout, top: element.scrollTop };
    const visible = visiblePages(seen.layout, seen.top, element.clientHeight);
    const about = wantedPages(visible, layout.tops.length, last.direction);
    // The page gone to is fetched and drawn while the view is on its way there.
    const order = target ? [target.page, ...about.filter((page) => page !== target?.page)] : about;
    queue.setOrder(order);
    if (!isSameSet(wanted, order)) onWanted(order);
    wanted = order;
    current = held ?? pageRead(element, seen);
    onPageTurned(current);
  }

  /** Whether the place gone to has been left: it is no longer where going to it put it. */
  function isLeft(place: PageLocation, scroller: HTMLElement, strip: PageLayout): boolean {
    const goal = Math.min(topOf(strip, place), scroller.scrollHeight - scroller.clientHeight);
    return Math.abs(scroller.scrollTop - goal) > leftBeyondPixels;
  }

  function handleScroll() {
    if (!element) return;
    // Fingers that had begun to scroll before there were two of them.
    if (live) return live.dress();
    const time = performance.now();
    const moved = element.scrollTop - last.top;
    const viewsPerSecond = (Math.abs(moved) / element.clientHeight / Math.max(time - last.time, 1)) * 1000;
    const direction = moved === 0 ? last.direction : moved > 0 ? 1 : -1;
    last = { top: element.scrollTop, left: element.scrollLeft, time, direction };
    const isHeld = held === null || target || !layout || !isLeft({ page: held, fraction: 0 }, element, layout);
    if (!isHeld) held = null;
    if (!target && moved !== 0) onTravel(moved, isAtEnd(element));
    if (viewsPerSecond > flyingViewsPerSecond) queue.pause(target ? [target.page] : []);
    restLater();
    look();
  }

  function takeOver() {
    target = null;
  }

  /** Where the view was before the strip changed: a strip that became smaller has already pushed it. */
  function viewBefore(scroller: HTMLElement): { left: number; top: number } {
    const { scrollTop, scrollHeight, clientHeight, scrollLeft, scrollWidth, clientWidth } = scroller;
    const isPushedUp = scrollTop < last.top && scrollTop >= scrollHeight - clientHeight - 1;
    const isPushedLeft = scrollLeft < last.left && scrollLeft >= scrollWidth - clientWidth - 1;
    return { left: isPushedLeft ? last.left : scrollLeft, top: isPushedUp ? last.top : scrollTop };
  }

  function keepLocation(scroller: HTMLElement, before: PageLayout, after: PageLayout, cause: LayoutCause) {
    const { clientWidth: width, clientHeight: height } = scroller;
    const { left, top } = viewBefore(scroller);
    if (cause === 'measured') {
      const y = steadyHeight(before, top, height);
      return moveTo(scroller, { left, top: heightOf(after, anchorAt(before, y)) - (y - top) });
    }
    const middle = { x: width / 2, y: height / 2 };
    const hold = holdPoint(before, width, { x: left + middle.x, y: top + middle.y });
    const moved = scrollToHeldPoint(after, { width, height }, hold, middle);
    if (cause === 'turned') moved.top = topOf(after, locationAt(before, top + lineOf(before)));
    moveTo(scroller, moved);
  }

  /** Looks about after the view was put somewhere by us, which is no scrolling of the person. */
  function lookFrom(scroller: HTMLElement) {
    last.top = scroller.scrollTop;
    last.left = scroller.scrollLeft;
    look();
  }

  function settle(scroller: HTMLElement, strip: PageLayout, held: LiveZoom) {
    live = null;
    held.settle(strip);
    lookFrom(scroller);
    restLater();
  }

  function go(place: PageLocation) {
    if (!element || !layout) return;
    const top = topOf(layout, place);
    const isFar = Math.abs(top - element.scrollTop) > element.clientHeight * 2;
    target = place;
    held = place.fraction === 0 ? place.page : null;
    attempts = 0;
    if (isFar) queue.pause([place.page]);
    look();
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
      if (live && cause !== 'measured') return settle(element, after, live);
      if (live) {
        live.take(after);
        return look();
      }
      if (!before) element.scrollTop = initialPage > 1 ? topOf(after, { page: initialPage, fraction: 0 }) : 0;
      else {
        keepLocation(element, before, after, cause);
        if (target) element.scrollTo({ top: topOf(after, target), behavior: smoothly() });
      }
      lookFrom(element);
    },
    goTo: (page) => go({ page, fraction: 0 }),
    goToLocation: go,
    show(place) {
      if (!element || !layout) return false;
      const y = heightOfLocation(layout, place);
      const height = element.clientHeight - layout.above - layout.below;
      const down = y - element.scrollTop - layout.above;
      if (!target && down > height * inSight.from && down < height * inSight.to) return false;
      go(locationAt(layout, Math.max(y - height * inSight.goal + pageGap, layout.tops[0]!)));
      return true;
    },
    place: () => (element && layout ? locationAt(layout, element.scrollTop + lineOf(layout)) : null),
    hold(at) {
      const strip = element?.firstElementChild;
      if (!element || !layout || !(strip instanceof HTMLElement)) return;
      target = null;
      clearTimeout(resting);
      queue.pause();
      // Ends a smooth scroll.
      element.scrollTo({ top: element.scrollTop, behavior: 'instant' });
      live = createLiveZoom(element, strip, layout, inView(element, at));
    },
    stretch(scale, at) {
      if (!element || !live) return;
      live.stretch(scale, inView(element, at));
      look();
    },
    letGo() {
      if (element && layout && live) settle(element, layout, live);
    },
    dress: () => live?.dress(),
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

function topOf(layout: PageLayout, place: PageLocation): number {
  return heightOfLocation(layout, place) - lineOf(layout);
}

function pageRead(scroller: HTMLElement, seen: { layout: PageLayout; top: number }): number {
  const scrollerTop = scroller.getBoundingClientRect().top;
  return currentPage(seen.layout, { top: seen.top, scrollerTop, windowHeight: window.innerHeight });
}

function moveTo(scroller: HTMLElement, { left, top }: { left: number; top: number }): void {
  if (Math.abs(scroller.scrollTop - top) > tinyPixels) scroller.scrollTop = top;
  if (Math.abs(scroller.scrollLeft - left) > tinyPixels) scroller.scrollLeft = left;
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop <= 1 || scrollTop >= scrollHeight - clientHeight - 1;
}

function inView(scroller: HTMLElement, at: Point): Point {
  const { left, top } = scroller.getBoundingClientRect();
  return { x: at.x - left, y: at.y - top };
}

function smoothly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && other.every((page) => one.includes(page));
}

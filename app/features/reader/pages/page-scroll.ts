import type { Point } from '#app/features/reader/geometry/held-point.ts';
import {
  frameAt,
  frameOfPage,
  pageGap,
  pageLeft,
  partOfFrame,
  type Frame,
  type PageLayout,
} from '#app/features/reader/geometry/page-layout.ts';
import { heightOfLocation, locationAt, type PageLocation } from '#app/features/reader/geometry/page-location.ts';
import type { StripView } from '#app/features/reader/geometry/page-part.ts';
import { visibleFrames, wantedFrames } from '#app/features/reader/geometry/visible-pages.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import {
  keepLocation,
  inView,
  isAtEnd,
  readingLine,
  frameRead,
  smoothly,
  topOf,
  type LayoutCause,
} from './keep-location.ts';
import { createLiveZoom, type LiveZoom } from './live-zoom.ts';

/** Scrolling speed above which pages are only skimmed: no page is loaded or drawn until scrolling slows down. */
const skimmingViewsPerSecond = 4;

/** Time without movement after which scrolling has ended. */
const restMs = 120;

/** Maximum number of retries of a smooth scroll that makes no progress, before the view jumps to its target. */
const maxSmoothAttempts = 5;

/** Distance after which a page counts as left; a smaller movement is rounding after zooming. */
const leftBeyondPixels = 24;

/**
 * The part of the view, 0 to 1 from its top, in which a location is clearly visible, and the position that it is
 * scrolled to.
 */
const clearlyVisible = { from: 0.15, to: 0.85, goal: 0.35 };

type PageScrollOptions = {
  queue: RenderQueue;
  initialPage: number;
  /** Called with the pages or halves to render whenever they change. */
  onWanted: (frames: readonly Frame[]) => void;
  /** Called with the current page, possibly with the same page again. */
  onPageTurned: (page: number) => void;
  /** Called with how far the visitor scrolled, in CSS pixels, down or (negative) up, and whether to an end of the strip. */
  onTravel: (pixels: number, isAtEnd: boolean) => void;
  /** Called with the visible part of the strip when scrolling has ended. */
  onRest: (view: StripView) => void;
};

/** Handles the scrolling of the strip of pages: determines the visible pages and the current page, and prevents jumps. */
export class PageScroll {
  readonly #options: PageScrollOptions;
  #element: HTMLElement | null = null;
  #layout: PageLayout | null = null;
  #wanted: readonly Frame[] = [];
  #last: { top: number; left: number; time: number; direction: 1 | -1 } = { top: 0, left: 0, time: 0, direction: 1 };
  /** Set while a gesture stretches the pages. */
  #live: LiveZoom | null = null;
  /** The location that a smooth scroll is heading for, until it is reached or the user scrolls. */
  #target: PageLocation | null = null;
  /**
   * The start of the page that was last navigated to, or that the document opened at, until the user scrolls. If several
   * short pages are in the upper half of the window, this page is the current one.
   */
  #chosen: PageLocation | null;
  #currentPage: number;
  #smoothAttempts = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #reportTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PageScrollOptions) {
    this.#options = options;
    this.#chosen = { page: options.initialPage, fraction: 0 };
    this.#currentPage = options.initialPage;
  }

  /** Starts to observe the strip in this element; returns a function that stops it. */
  attach(scroller: HTMLElement): () => void {
    const stop = new AbortController();
    const listening = { passive: true, signal: stop.signal };
    const dropTarget = () => {
      this.#target = null;
    };
    this.#element = scroller;
    // Focusable, so that space, arrows and Page Down scroll it.
    scroller.tabIndex = 0;
    scroller.addEventListener('scroll', () => this.#handleScroll(), listening);
    scroller.addEventListener('wheel', dropTarget, listening);
    scroller.addEventListener('pointerdown', dropTarget, listening);
    scroller.addEventListener('keydown', dropTarget, listening);
    return () => {
      this.#element = null;
      clearTimeout(this.#restTimer);
      clearTimeout(this.#reportTimer);
      stop.abort();
    };
  }

  /** Holds the current location in place on screen. Called after the strip has got a new layout. */
  relayout(after: PageLayout, cause: LayoutCause): void {
    const before = this.#layout;
    const scroller = this.#element;
    this.#layout = after;
    if (!scroller) return;
    if (this.#live && cause !== 'measured') return this.#endLiveZoom(scroller, after, this.#live);
    if (this.#live) {
      this.#live.changeLayout(after);
      return this.#updatePages();
    }
    if (before) {
      keepLocation(scroller, { before, after, cause, last: this.#last });
      if (this.#target) scroller.scrollTo({ top: topOf(after, this.#target), behavior: smoothly() });
    } else {
      const page = this.#options.initialPage;
      scroller.scrollTop = page > 1 ? topOf(after, { page, fraction: 0 }) : 0;
    }
    this.#updateAfterMove(scroller);
  }

  /** Scrolls smoothly to a page, numbered from 1. */
  goTo(page: number): void {
    this.goToLocation({ page, fraction: 0 });
  }

  /** Scrolls smoothly to the next page or half of a page (`by` 1), or to the one before (-1). */
  step(by: 1 | -1): void {
    const layout = this.#layout;
    if (!this.#element || !layout) return;
    const from = this.#target ?? this.#chosen;
    const index = from
      ? frameOfPage(layout, from.page, from.across)
      : frameRead(this.#element, { layout, top: this.#element.scrollTop });
    const { page, half } = frameAt(layout, Math.min(Math.max(index + by, 0), layout.pages.length - 1));
    this.goToLocation({ page, fraction: 0, across: half === 'right' ? 0.5 : 0 });
  }

  /** Scrolls until a location is at the start of the view, smoothly by default. */
  goToLocation(location: PageLocation, behavior: ScrollBehavior = smoothly()): void {
    const scroller = this.#element;
    if (!scroller || !this.#layout) return;
    const top = topOf(this.#layout, location);
    const isFar = Math.abs(top - scroller.scrollTop) > scroller.clientHeight * 2;
    this.#target = location;
    this.#chosen = location.fraction === 0 ? location : null;
    this.#smoothAttempts = 0;
    if (isFar) this.#options.queue.pause([location.page]);
    this.#updatePages();
    scroller.scrollTo({ top, behavior });
    // If there is nothing to scroll, there is no event after which the view is at rest.
    this.#waitForRest();
  }

  /** Scrolls smoothly until a location is clearly visible. Returns true if scrolling was necessary. */
  show(location: PageLocation): boolean {
    const scroller = this.#element;
    const layout = this.#layout;
    if (!scroller || !layout) return false;
    const y = heightOfLocation(layout, location);
    const height = scroller.clientHeight - layout.above - layout.below;
    const down = y - scroller.scrollTop - layout.above;
    if (!this.#target && down > height * clearlyVisible.from && down < height * clearlyVisible.to) return false;
    this.goToLocation(locationAt(layout, Math.max(y - height * clearlyVisible.goal + pageGap, readingLine(layout))));
    return true;
  }

  /** Scrolls sideways, without an animation, until a point of a page is in the middle; `across` is from 0 to 1. */
  centre(page: number, across: number): void {
    const scroller = this.#element;
    if (!scroller || !this.#layout) return;
    const { left, right } = partOfFrame(this.#layout, frameOfPage(this.#layout, page, across));
    const x = ((across - left) / (right - left)) * this.#layout.width;
    scroller.scrollLeft = pageLeft(this.#layout, scroller.clientWidth) + x - scroller.clientWidth / 2;
  }

  /** Returns the location at the start of the view, which `goToLocation` can restore; null before there are pages. */
  location(): PageLocation | null {
    const scroller = this.#element;
    const layout = this.#layout;
    return scroller && layout ? locationAt(layout, scroller.scrollTop + readingLine(layout)) : null;
  }

  /** Starts stretching the pages from a point of the window. */
  hold(at: Point): void {
    const scroller = this.#element;
    const strip = scroller?.firstElementChild;
    if (!scroller || !this.#layout || !(strip instanceof HTMLElement)) return;
    this.#target = null;
    clearTimeout(this.#restTimer);
    this.#options.queue.pause();
    // Ends a smooth scroll.
    scroller.scrollTo({ top: scroller.scrollTop, behavior: 'instant' });
    this.#live = createLiveZoom(scroller, strip, this.#layout, inView(scroller, at));
  }

  /** Stretches the pages by `scale`, with the held point at the point `at` of the window. */
  stretch(scale: number, at: Point): void {
    if (!this.#element || !this.#live) return;
    this.#live.stretch(scale, inView(this.#element, at));
    this.#updatePages();
  }

  /** Ends stretching without a change of size. After a change, `relayout` with the cause `zoomed` ends stretching. */
  release(): void {
    if (this.#element && this.#layout && this.#live) this.#endLiveZoom(this.#element, this.#layout, this.#live);
  }

  /** Positions pages that were added during stretching. */
  transformPages(): void {
    this.#live?.transformPages();
  }

  /** Returns the current page, as last reported. */
  page(): number {
    return this.#currentPage;
  }

  focus(): void {
    // A script moves the focus, so there is no outline around the whole window.
    const focusOptions: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: false };
    this.#element?.focus(focusOptions);
  }

  #handleScroll(): void {
    const scroller = this.#element;
    if (!scroller) return;
    // The browser still scrolls if one finger had started to scroll before the second one was down.
    if (this.#live) return this.#live.transformPages();
    const time = performance.now();
    const moved = scroller.scrollTop - this.#last.top;
    const viewsPerSecond = (Math.abs(moved) / scroller.clientHeight / Math.max(time - this.#last.time, 1)) * 1000;
    const direction = moved === 0 ? this.#last.direction : moved > 0 ? 1 : -1;
    this.#last = { top: scroller.scrollTop, left: scroller.scrollLeft, time, direction };
    const target = this.#target;
    if (this.#chosen && !target && this.#layout && isLeft(this.#chosen, scroller, this.#layout)) this.#chosen = null;
    if (!target && moved !== 0) this.#options.onTravel(moved, isAtEnd(scroller));
    if (viewsPerSecond > skimmingViewsPerSecond) this.#options.queue.pause(target ? [target.page] : []);
    this.#waitForRest();
    this.#updatePages();
  }

  #waitForRest(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      if (this.#target && this.#element && this.#layout && isLeft(this.#target, this.#element, this.#layout))
        return this.#retryScroll(this.#element, topOf(this.#layout, this.#target));
      this.#target = null;
      this.#options.queue.resume();
    }, restMs);
  }

  /**
   * Retries a smooth scroll: on a busy device it starts late, and a new layout may stop it. The last attempt is not
   * smooth.
   */
  #retryScroll(scroller: HTMLElement, top: number): void {
    this.#smoothAttempts += 1;
    scroller.scrollTo({ top, behavior: this.#smoothAttempts > maxSmoothAttempts ? 'auto' : smoothly() });
    this.#waitForRest();
  }

  /** Determines the pages to render and the current page, and reports both to the callbacks. */
  #updatePages(): void {
    const scroller = this.#element;
    if (!scroller || !this.#layout) return;
    const target = this.#target;
    const seen = this.#live?.seen() ?? { layout: this.#layout, top: scroller.scrollTop };
    const visible = visibleFrames(seen.layout, seen.top, scroller.clientHeight);
    const around = wantedFrames(visible, this.#layout.tops.length, this.#last.direction);
    // The target page is loaded and drawn while the view scrolls to it.
    const targets = target ? [frameOfPage(this.#layout, target.page, target.across)] : [];
    const order = [...new Set([...targets, ...around])].map((index) => frameAt(seen.layout, index));
    this.#options.queue.setOrder(order.map(({ page }) => page));
    if (!isSameSet(this.#wanted, order)) this.#options.onWanted(order);
    this.#wanted = order;
    this.#currentPage = this.#chosen?.page ?? frameAt(seen.layout, frameRead(scroller, seen)).page;
    this.#options.onPageTurned(this.#currentPage);
    clearTimeout(this.#reportTimer);
    this.#reportTimer = setTimeout(() => this.#reportRest(), restMs);
  }

  #reportRest(): void {
    const scroller = this.#element;
    if (!scroller || this.#live) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = scroller;
    this.#options.onRest({ left, top, width, height });
  }

  /** Updates after a script has scrolled, which does not count as scrolling by the visitor. */
  #updateAfterMove(scroller: HTMLElement): void {
    this.#last.top = scroller.scrollTop;
    this.#last.left = scroller.scrollLeft;
    this.#updatePages();
  }

  #endLiveZoom(scroller: HTMLElement, layout: PageLayout, live: LiveZoom): void {
    this.#live = null;
    live.finish(layout);
    this.#updateAfterMove(scroller);
    this.#waitForRest();
  }
}

/** True if the view has been scrolled away from a location. */
function isLeft(location: PageLocation, scroller: HTMLElement, layout: PageLayout): boolean {
  const goal = Math.min(topOf(layout, location), scroller.scrollHeight - scroller.clientHeight);
  return Math.abs(scroller.scrollTop - goal) > leftBeyondPixels;
}

function isSameSet(one: readonly Frame[], other: readonly Frame[]): boolean {
  const isInOne = ({ page, half }: Frame) => one.some((each) => each.page === page && each.half === half);
  return one.length === other.length && other.every(isInOne);
}

import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { pageGap, type PageLayout } from '#app/features/reader/geometry/page-layout.ts';
import { heightOfLocation, type PageLocation } from '#app/features/reader/geometry/page-location.ts';
import { currentPage } from '#app/features/reader/geometry/visible-pages.ts';

/** Minimum distance to scroll. Less is a rounding error, and scrolling by it would stop a scroll in progress. */
const tinyPixels = 0.25;

/**
 * Returns the distance from the top of the view to the position where reading starts: below a bar, if there is one, and
 * the gap.
 */
export function readingLine(layout: PageLayout): number {
  return layout.above + pageGap;
}

/** Returns the scroll position with a location at the start of the view. */
export function topOf(layout: PageLayout, location: PageLocation): number {
  return heightOfLocation(layout, location) - readingLine(layout);
}

/** Returns the current page at the scroll position `top`. */
export function pageRead(scroller: HTMLElement, { layout, top }: { layout: PageLayout; top: number }): number {
  const scrollerTop = scroller.getBoundingClientRect().top;
  return currentPage(layout, { top, scrollerTop, windowHeight: window.innerHeight });
}

/** Scrolls without an animation. */
export function moveTo(scroller: HTMLElement, { left, top }: { left: number; top: number }): void {
  if (Math.abs(scroller.scrollTop - top) > tinyPixels) scroller.scrollTop = top;
  if (Math.abs(scroller.scrollLeft - left) > tinyPixels) scroller.scrollLeft = left;
}

/** True if the strip is scrolled to its start or its end. */
export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop <= 1 || scrollTop >= scrollHeight - clientHeight - 1;
}

/** Converts a point of the window to a point of the view. */
export function inView(scroller: HTMLElement, at: Point): Point {
  const { left, top } = scroller.getBoundingClientRect();
  return { x: at.x - left, y: at.y - top };
}

/** Returns smooth scrolling, unless the visitor prefers reduced motion. */
export function smoothly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

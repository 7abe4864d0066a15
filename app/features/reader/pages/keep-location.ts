import { anchorAt, heightOf, steadyHeight } from '#app/features/reader/geometry/anchor.ts';
import { holdPoint, scrollToHeldPoint, type Point } from '#app/features/reader/geometry/held-point.ts';
import { pageGap, type PageLayout } from '#app/features/reader/geometry/page-layout.ts';
import { locationAt, heightOfLocation, type PageLocation } from '#app/features/reader/geometry/page-location.ts';
import { currentFrame } from '#app/features/reader/geometry/visible-pages.ts';

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

/** Returns the index of the current frame at the scroll position `top`. */
export function frameRead(scroller: HTMLElement, { layout, top }: { layout: PageLayout; top: number }): number {
  const scrollerTop = scroller.getBoundingClientRect().top;
  return currentFrame(layout, { top, scrollerTop, windowHeight: window.innerHeight });
}

/** Scrolls without an animation. */
function moveTo(scroller: HTMLElement, { left, top }: { left: number; top: number }): void {
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

/**
 * Cause of a new layout of the strip. It determines what stays in place on screen. After zooming: the middle of the
 * view. After a rotation or a change of the window's size: the location at the start of the view. When pages turn out
 * taller or shorter than estimated: the page being read. When the find bar opens or closes over the pages: everything.
 */
export type LayoutCause = 'zoomed' | 'turned' | 'measured' | 'covered';

/** The scroll position of a view. */
type ScrollPosition = { left: number; top: number };

/** Scrolls a strip that has just got the layout `after` so that the current location stays in place. */
export function keepLocation(
  scroller: HTMLElement,
  change: { before: PageLayout; after: PageLayout; cause: LayoutCause; last: ScrollPosition },
): void {
  const { before, after, cause, last } = change;
  const { clientWidth: width, clientHeight: height } = scroller;
  const { left, top } = positionBefore(scroller, last);
  if (cause === 'covered') return moveTo(scroller, { left, top: top + after.above - before.above });
  if (cause === 'measured') {
    const y = steadyHeight(before, top, height);
    return moveTo(scroller, { left, top: heightOf(after, anchorAt(before, y)) - (y - top) });
  }
  const middle = { x: width / 2, y: height / 2 };
  const held = holdPoint(before, width, { x: left + middle.x, y: top + middle.y });
  const moved = scrollToHeldPoint(after, { width, height }, held, middle);
  if (cause === 'turned') moved.top = topOf(after, locationAt(before, top + readingLine(before)));
  moveTo(scroller, moved);
}

/**
 * Returns the scroll position from before the strip changed: if the strip became smaller, the browser has already
 * changed the position.
 */
function positionBefore(scroller: HTMLElement, last: ScrollPosition): ScrollPosition {
  const { scrollTop, scrollHeight, clientHeight, scrollLeft, scrollWidth, clientWidth } = scroller;
  const isPushedUp = scrollTop < last.top && scrollTop >= scrollHeight - clientHeight - 1;
  const isPushedLeft = scrollLeft < last.left && scrollLeft >= scrollWidth - clientWidth - 1;
  return { left: isPushedLeft ? last.left : scrollLeft, top: isPushedUp ? last.top : scrollTop };
}

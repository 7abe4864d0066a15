import { anchorAt, heightOf, steadyHeight } from '#app/features/reader/geometry/anchor.ts';
import { holdPoint, scrollToHeldPoint } from '#app/features/reader/geometry/held-point.ts';
import type { PageLayout } from '#app/features/reader/geometry/page-layout.ts';
import { locationAt } from '#app/features/reader/geometry/page-location.ts';
import { readingLine, moveTo, topOf } from './scroll-view.ts';

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

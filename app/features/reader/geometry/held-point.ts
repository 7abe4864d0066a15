import { anchorAt, heightOf, type Anchor } from './anchor.ts';
import { indexOfFrame, pageLeft, partOfFrame, stripWidth, type PageLayout } from './page-layout.ts';

/** A point in CSS pixels, from the upper left corner of the strip or of its visible part. */
export type Point = { x: number; y: number };

/** A point of the document, for example under a finger, that can be found again in any other layout. */
export type HeldPoint = {
  down: Anchor;
  /** Position across the page, from 0 to 1, and the pixels beyond its edge, which do not grow with the page. */
  across: { fraction: number; rest: number };
};

/** Returns the point of the document at a point of the strip, in a view of this width. */
export function holdPoint(layout: PageLayout, viewWidth: number, at: Point): HeldPoint {
  const right = at.x - pageLeft(layout, viewWidth);
  const onPage = Math.min(Math.max(right, 0), layout.width);
  const down = anchorAt(layout, at.y);
  const part = partOfFrame(layout, indexOfFrame(layout, down.frame));
  const fraction = part.left + (onPage / layout.width) * (part.right - part.left);
  return { down, across: { fraction, rest: right - onPage } };
}

/** Returns the position of the held point in the strip, in another layout. */
export function findHeldPoint(layout: PageLayout, viewWidth: number, { down, across }: HeldPoint): Point {
  const part = partOfFrame(layout, indexOfFrame(layout, down.frame));
  const share = clamp((across.fraction - part.left) / (part.right - part.left), 1);
  return {
    x: pageLeft(layout, viewWidth) + share * layout.width + across.rest,
    y: heightOf(layout, down),
  };
}

/**
 * Returns the scroll position that brings the held point to a point of the view, or as near as the ends of the strip
 * allow.
 */
export function scrollToHeldPoint(
  layout: PageLayout,
  view: { width: number; height: number },
  hold: HeldPoint,
  at: Point,
): { left: number; top: number } {
  const found = findHeldPoint(layout, view.width, hold);
  const most = { left: stripWidth(layout, view.width) - view.width, top: layout.total - view.height };
  return { left: clamp(found.x - at.x, most.left), top: clamp(found.y - at.y, most.top) };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

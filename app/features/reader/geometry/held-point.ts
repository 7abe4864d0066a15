import { anchorAt, heightOf, type Anchor } from './anchor.ts';
import { pageLeft, stripWidth, type PageLayout } from './page-layout.ts';

/** A point in CSS pixels, from the upper left corner of the strip or of what is seen of it. */
export type Point = { x: number; y: number };

/** A point of the document, held by a finger say, that can be found again in any other layout of it. */
export type HeldPoint = {
  down: Anchor;
  /** How far across the page, from 0 to 1, and the pixels beyond its edge, which do not grow with the page. */
  across: { fraction: number; rest: number };
};

/** Takes hold of what lies at a point of the strip, in a view so wide. */
export function holdPoint(layout: PageLayout, viewWidth: number, at: Point): HeldPoint {
  const right = at.x - pageLeft(layout, viewWidth);
  const onPage = Math.min(Math.max(right, 0), layout.width);
  return { down: anchorAt(layout, at.y), across: { fraction: onPage / layout.width, rest: right - onPage } };
}

/** Where in the strip what is held lies, in another layout. */
export function findHeldPoint(layout: PageLayout, viewWidth: number, { down, across }: HeldPoint): Point {
  return {
    x: pageLeft(layout, viewWidth) + across.fraction * layout.width + across.rest,
    y: heightOf(layout, down),
  };
}

/**
 * How far the strip is scrolled when what is held lies at a point of the view; as near to that as scrolling can come,
 * for beyond the ends of the strip there is nothing to scroll to.
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

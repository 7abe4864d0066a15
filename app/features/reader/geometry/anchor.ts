import {
  fractionDown,
  frameAt,
  frameIndexAt,
  heightOfFrame,
  indexOfFrame,
  pixelsDown,
  topOfFrame,
  type Frame,
  type PageLayout,
} from './page-layout.ts';

/**
 * A position that can be found again when pages change their size: the page or its half, and the fraction of the page's
 * height (0 to 1).
 */
export type Anchor = { frame: Frame; fraction: number; rest: number };

/**
 * Returns the position at height `y` of the strip. Gaps between pages do not grow with the zoom, so the distance beyond the page
 * is stored in pixels.
 */
export function anchorAt(layout: PageLayout, y: number): Anchor {
  const index = frameIndexAt(layout, y);
  const below = y - topOfFrame(layout, index);
  const height = heightOfFrame(layout, index);
  const inFrame = Math.min(Math.max(below, 0), height);
  return { frame: frameAt(layout, index), fraction: fractionDown(layout, index, inFrame), rest: below - inFrame };
}

/** Returns the height of that position in another layout of the same pages, in pixels from the start of the strip. */
export function heightOf(layout: PageLayout, anchor: Anchor): number {
  const index = indexOfFrame(layout, anchor.frame);
  return topOfFrame(layout, index) + pixelsDown(layout, index, anchor.fraction) + anchor.rest;
}

/**
 * Returns the height in the strip that should not move on screen when pages turn out taller or shorter than expected:
 * the top of the first page that starts in view, else the upper edge of the view.
 */
export function steadyHeight(layout: PageLayout, top: number, height: number): number {
  const next = frameIndexAt(layout, top) + (topOfFrame(layout, 0) > top ? 0 : 1);
  const nextTop = layout.tops[next];
  return nextTop !== undefined && nextTop < top + height ? nextTop : top;
}

import {
  fractionDown,
  frameAt,
  frameIndexAt,
  frameOfPage,
  heightOfFrame,
  pixelsDown,
  topOfFrame,
  type PageLayout,
} from './page-layout.ts';

/**
 * A position in the document that does not depend on zoom, rotation, trimmed margins and window: the page (from 1), the
 * fraction of its height (0 to 1), and that of its width, which matters only for a page that is shown as two halves; 0
 * if it is left out.
 */
export type PageLocation = { page: number; fraction: number; across?: number };

/** Tolerance for rounding: a position less than this beyond a page counts as its end, not as the gap below. */
const roundingPixels = 0.01;

/** Returns the position at height `y` of the strip. The gap between two pages counts as the start of the lower one. */
export function locationAt(layout: PageLayout, y: number): PageLocation {
  const index = frameIndexAt(layout, y);
  const height = heightOfFrame(layout, index);
  const down = y - topOfFrame(layout, index);
  const isBelow = down > height + roundingPixels && index + 1 < layout.tops.length;
  const { page, half } = frameAt(layout, isBelow ? index + 1 : index);
  const fraction = isBelow ? 0 : fractionDown(layout, index, Math.min(Math.max(down, 0), height));
  return half === 'right' ? { page, fraction, across: 0.5 } : { page, fraction };
}

/** Returns the height of a position in the strip. A page that does not exist counts as the nearest one. */
export function heightOfLocation(layout: PageLayout, { page, fraction, across }: PageLocation): number {
  const index = frameOfPage(layout, page, across);
  return topOfFrame(layout, index) + pixelsDown(layout, index, fraction);
}

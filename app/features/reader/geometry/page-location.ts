import { fractionDown, heightOfPage, pageAt, pixelsDown, topOfPage, type PageLayout } from './page-layout.ts';

/**
 * A position in the document that does not depend on zoom, rotation, trimmed margins and window: the page (from 1), and the fraction of
 * its height (0 to 1).
 */
export type PageLocation = { page: number; fraction: number };

/** Tolerance for rounding: a position less than this beyond a page counts as its end, not as the gap below. */
const roundingPixels = 0.01;

/** Returns the position at height `y` of the strip. The gap between two pages counts as the start of the lower one. */
export function locationAt(layout: PageLayout, y: number): PageLocation {
  const index = pageAt(layout, y);
  const height = heightOfPage(layout, index);
  const down = y - topOfPage(layout, index);
  if (down > height + roundingPixels && index + 1 < layout.tops.length) return { page: index + 2, fraction: 0 };
  return { page: index + 1, fraction: fractionDown(layout, index, Math.min(Math.max(down, 0), height)) };
}

/** Returns the height of a position in the strip. A page that does not exist counts as the nearest one. */
export function heightOfLocation(layout: PageLayout, { page, fraction }: PageLocation): number {
  const index = Math.min(Math.max(page, 1), layout.tops.length) - 1;
  return topOfPage(layout, index) + pixelsDown(layout, index, fraction);
}

import { fractionDown, heightOfPage, pageAt, pixelsDown, topOfPage, type PageLayout } from './page-layout.ts';

/**
 * A position that can be found again when pages change their size: the page (from 0), and the fraction of its height (0
 * to 1).
 */
export type Anchor = { page: number; fraction: number; rest: number };

/**
 * Returns the position at height `y` of the strip. Gaps between pages do not grow with the zoom, so the distance beyond the page
 * is stored in pixels.
 */
export function anchorAt(layout: PageLayout, y: number): Anchor {
  const page = pageAt(layout, y);
  const below = y - topOfPage(layout, page);
  const height = heightOfPage(layout, page);
  const onPage = Math.min(Math.max(below, 0), height);
  return { page, fraction: fractionDown(layout, page, onPage), rest: below - onPage };
}

/** Returns the height of that position in another layout of the same pages, in pixels from the start of the strip. */
export function heightOf(layout: PageLayout, anchor: Anchor): number {
  const page = Math.min(anchor.page, layout.tops.length - 1);
  return topOfPage(layout, page) + pixelsDown(layout, page, anchor.fraction) + anchor.rest;
}

/**
 * Returns the height in the strip that should not move on screen when pages turn out taller or shorter than expected:
 * the top of the first page that starts in view, else the upper edge of the view.
 */
export function steadyHeight(layout: PageLayout, top: number, height: number): number {
  const next = pageAt(layout, top) + (topOfPage(layout, 0) > top ? 0 : 1);
  const nextTop = layout.tops[next];
  return nextTop !== undefined && nextTop < top + height ? nextTop : top;
}

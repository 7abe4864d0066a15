import { heightOfPage, pageAt, topOfPage, type PageLayout } from './page-layout.ts';

/** Indexes from 0, both included. */
export type PageRange = { first: number; last: number };

/** Returns the pages that overlap the `height` pixels from `top`. */
export function visiblePages(layout: PageLayout, top: number, height: number): PageRange {
  let first = pageAt(layout, top);
  // Only the gap below that page may be visible.
  if (topOfPage(layout, first) + heightOfPage(layout, first) <= top && first < layout.tops.length - 1) first += 1;
  return { first, last: Math.max(first, pageAt(layout, top + height - 1)) };
}

/**
 * Returns the pages to render, as page numbers, in order of priority: visible ones, then the next in reading direction, then the
 * one just left.
 */
export function wantedPages(visible: PageRange, pageCount: number, direction: 1 | -1): number[] {
  const seen = Array.from({ length: visible.last - visible.first + 1 }, (_, index) => visible.first + index + 1);
  const next = direction === 1 ? visible.last + 2 : visible.first;
  const left = direction === 1 ? visible.first : visible.last + 2;
  return [...seen, next, left].filter((page) => page >= 1 && page <= pageCount);
}

/**
 * Returns the current page, numbered from 1: the last page that starts in the upper half of the window, or the page
 * that fills that half. `scrollerTop` is the distance of the strip's visible part from the top of the window.
 */
export function currentPage(
  layout: PageLayout,
  scroll: { top: number; scrollerTop: number; windowHeight: number },
): number {
  return pageAt(layout, scroll.top + scroll.windowHeight / 2 - scroll.scrollerTop) + 1;
}

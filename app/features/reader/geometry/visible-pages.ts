import { heightOfPage, pageAt, topOfPage, type PageLayout } from './page-layout.ts';

/** Indexes from 0, both included. */
export type PageRange = { first: number; last: number };

/** The pages of which something can be seen in the `height` pixels from `top`. */
export function visiblePages(layout: PageLayout, top: number, height: number): PageRange {
  let first = pageAt(layout, top);
  // Only the gap below that page may be in sight.
  if (topOfPage(layout, first) + heightOfPage(layout, first) <= top && first < layout.tops.length - 1) first += 1;
  return { first, last: Math.max(first, pageAt(layout, top + height - 1)) };
}

/**
 * The pages to keep ready, as page numbers, the most wanted first: those in sight, then the next in the direction of
 * reading, then the one just left.
 */
export function wantedPages(visible: PageRange, pageCount: number, direction: 1 | -1): number[] {
  const seen = Array.from({ length: visible.last - visible.first + 1 }, (_, index) => visible.first + index + 1);
  const next = direction === 1 ? visible.last + 2 : visible.first;
  const left = direction === 1 ? visible.first : visible.last + 2;
  return [...seen, next, left].filter((page) => page >= 1 && page <= pageCount);
}

/**
 * The page being read, numbered from 1: the last whose top lies in the upper half of the window.
 * `scrollerTop` is how far below the window's top edge the strip begins to be seen. While one page fills that half,
 * it is the page being read.
 */
export function currentPage(
  layout: PageLayout,
  scroll: { top: number; scrollerTop: number; windowHeight: number },
): number {
  return pageAt(layout, scroll.top + scroll.windowHeight / 2 - scroll.scrollerTop) + 1;
}

import { wholePage, type PageBox } from './page-box.ts';

/** The position of every page in the long strip of pages, in CSS pixels from the top of the strip. */
export type PageLayout = {
  /** Top edge of each page, by index from 0. */
  tops: number[];
  heights: number[];
  /** The part of each rotated page that is shown, in fractions of the page: without its margins if these are trimmed. */
  parts: readonly PageBox[];
  /** Width of the shown part of every page. */
  width: number;
  /** The maximum width of pages without scrolling sideways. */
  widest: number;
  /** Length of the whole strip. */
  total: number;
  /** Space without pages at the start of the strip, which bars may cover. */
  above: number;
  below: number;
};

/** Values that differ from a strip of upright pages with no bars over its ends. */
type Surroundings = {
  /** True if the pages are on their side, so that the measured height is their width. */
  isSideways?: boolean;
  widest?: number;
  /** The part to show of each page, by index from 0; without this, pages are shown as a whole. */
  parts?: readonly PageBox[] | null;
  above?: number;
  below?: number;
};

/** The space between two pages, above the first and below the last. */
export const pageGap = 12;

/** Height divided by width of a sheet of A4, used until a page has been measured. */
const a4 = Math.SQRT2;

/**
 * Lays out `pageCount` pages of one width. `ratios` has, by page number, the height divided by the width of the upright
 * pages measured so far. All other pages are assumed to be like page 1, or else like the first measured page.
 */
export function layOutPages(
  pageCount: number,
  width: number,
  ratios: ReadonlyMap<number, number>,
  { isSideways = false, widest = width, parts = null, above = 0, below = 0 }: Surroundings = {},
): PageLayout {
  const [firstMeasured] = ratios.values();
  const likely = ratios.get(1) ?? firstMeasured ?? a4;
  const tops: number[] = [];
  const heights: number[] = [];
  let top = above + pageGap;
  for (let page = 1; page <= pageCount; page += 1) {
    const ratio = ratios.get(page) ?? likely;
    const part = parts?.[page - 1] ?? wholePage;
    const height = sheetWidth(width, part) * (isSideways ? 1 / ratio : ratio) * (part.bottom - part.top);
    tops.push(top);
    heights.push(height);
    top += height + pageGap;
  }
  return { tops, heights, parts: parts ?? [], width, widest, total: top + below, above, below };
}

/** Returns the width of a whole page of which this part is `width` wide. */
function sheetWidth(width: number, part: PageBox): number {
  return width / (part.right - part.left);
}

/** Returns the shown part of a page, by its index from 0. */
export function partOfPage(layout: PageLayout, index: number): PageBox {
  return layout.parts[index] ?? wholePage;
}

/** Returns the size of a whole page, by its index from 0, of which a part may be shown. */
export function sheetOf(layout: PageLayout, index: number): { width: number; height: number } {
  const part = partOfPage(layout, index);
  return {
    width: sheetWidth(layout.width, part),
    height: heightOfPage(layout, index) / (part.bottom - part.top),
  };
}

/** Returns the position on a page, in fractions of its height, that is `down` pixels below the top of its shown part. */
export function fractionDown(layout: PageLayout, index: number, down: number): number {
  const { top, bottom } = partOfPage(layout, index);
  const height = heightOfPage(layout, index);
  return height > 0 ? top + (down / height) * (bottom - top) : top;
}

/** Returns the pixels between the top of the shown part of a page and a position on it. Trimmed margins have no height. */
export function pixelsDown(layout: PageLayout, index: number, fraction: number): number {
  const { top, bottom } = partOfPage(layout, index);
  const share = (fraction - top) / (bottom - top);
  return Math.min(Math.max(share, 0), 1) * heightOfPage(layout, index);
}

/** Returns the layout of the same pages, `scale` times as large. The gaps between pages stay the same. */
export function scaleLayout(layout: PageLayout, scale: number): PageLayout {
  const heights = layout.heights.map((height) => height * scale);
  const tops: number[] = [];
  let top = layout.above + pageGap;
  for (const height of heights) {
    tops.push(top);
    top += height + pageGap;
  }
  return { ...layout, tops, heights, width: layout.width * scale, total: top + layout.below };
}

/** Returns the width of the strip in a view: the width of the view, or that of the pages if they are wider. */
export function stripWidth(layout: PageLayout, viewWidth: number): number {
  return viewWidth + Math.max(0, layout.width - layout.widest);
}

/** Returns the left edge of the pages in the strip, which centres them. */
export function pageLeft(layout: PageLayout, viewWidth: number): number {
  return (stripWidth(layout, viewWidth) - layout.width) / 2;
}

/** Returns the top edge of a page, by its index from 0; 0 for a page that is not in the layout. */
export function topOfPage(layout: PageLayout, index: number): number {
  return layout.tops[index] ?? 0;
}

/** Returns the height of a page, by its index from 0; 0 for a page that is not in the layout. */
export function heightOfPage(layout: PageLayout, index: number): number {
  return layout.heights[index] ?? 0;
}

/** Returns the index from 0 of the last page whose top is at or above `y`; 0 if there is none. */
export function pageAt(layout: PageLayout, y: number): number {
  let low = 0;
  let high = layout.tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOfPage(layout, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

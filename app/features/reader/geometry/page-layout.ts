import { isWideForTwo } from '#app/features/viewer/ink/page-ink.ts';
import { wholePage, type PageBox } from './page-box.ts';

/**
 * The position of every page in the long strip of pages, in CSS pixels from the top of the strip. A page has one frame, or
 * two below each other for its left and its right half.
 */
export type PageLayout = {
  /** The page of each frame, from 1; frames have indexes from 0. */
  pages: number[];
  /** Top edge of each frame. */
  tops: number[];
  heights: number[];
  /**
   * The part of the rotated page that each frame shows, in fractions of the page: a half, or without margins if these are
   * trimmed.
   */
  parts: readonly PageBox[];
  /** Width of every frame. */
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
  /** True if each page that is wide enough for two is shown as two halves. */
  isHalved?: boolean;
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
  { isSideways = false, isHalved = false, widest = width, parts = null, above = 0, below = 0 }: Surroundings = {},
): PageLayout {
  const [firstMeasured] = ratios.values();
  const likely = ratios.get(1) ?? firstMeasured ?? a4;
  const layout: PageLayout = { pages: [], tops: [], heights: [], parts: [], width, widest, total: 0, above, below };
  const shown: PageBox[] = [];
  let top = above + pageGap;
  for (let page = 1; page <= pageCount; page += 1) {
    const upright = ratios.get(page) ?? likely;
    const ratio = isSideways ? 1 / upright : upright;
    const whole = parts?.[page - 1] ?? wholePage;
    for (const part of isHalved && isWideForTwo({ width: 1, height: ratio }) ? halvesOf(whole) : [whole]) {
      const height = sheetWidth(width, part) * ratio * (part.bottom - part.top);
      layout.pages.push(page);
      layout.tops.push(top);
      layout.heights.push(height);
      shown.push(part);
      top += height + pageGap;
    }
  }
  return { ...layout, parts: shown, total: top + below };
}

/** Returns the halves of the shown part of a page. Both have the same width, so that their letters have the same size. */
function halvesOf({ left, top, right, bottom }: PageBox): PageBox[] {
  const margin = Math.min(left, 1 - right);
  return [
    { left: margin, top, right: 0.5, bottom },
    { left: 0.5, top, right: 1 - margin, bottom },
  ];
}

/** A frame of the strip: a page, or a half of one. Unlike its index, it is the same in every layout. */
export type Frame = { page: number; half: 'left' | 'right' | null };

/** Returns the frame with an index. */
export function frameAt({ pages }: PageLayout, index: number): Frame {
  const page = pages[index] ?? 1;
  return { page, half: pages[index - 1] === page ? 'right' : pages[index + 1] === page ? 'left' : null };
}

/** Returns the index of a frame; if the page is shown as a whole, or is none, of the page or the nearest one. */
export function indexOfFrame(layout: PageLayout, { page, half }: Frame): number {
  return frameOfPage(layout, page, half === 'right' ? 1 : 0);
}

/**
 * Returns the index of the frame that shows a position of a page, which is `across` from 0 (left) to 1. A page that does
 * not exist counts as the nearest one.
 */
export function frameOfPage({ pages }: PageLayout, page: number, across = 0): number {
  let low = 0;
  let high = Math.max(0, pages.length - 1);
  while (low < high) {
    const between = Math.floor((low + high) / 2);
    if ((pages[between] ?? 0) < page) low = between + 1;
    else high = between;
  }
  const hasHalves = pages[low + 1] === pages[low] && low + 1 < pages.length;
  return hasHalves && across >= 0.5 ? low + 1 : low;
}

/** Returns the width of a whole page of which this part is `width` wide. */
function sheetWidth(width: number, part: PageBox): number {
  return width / (part.right - part.left);
}

/** Returns the part of its page that a frame shows. */
export function partOfFrame(layout: PageLayout, index: number): PageBox {
  return layout.parts[index] ?? wholePage;
}

/** Returns the size of a whole page of which a frame may show a part. */
export function sheetOf(layout: PageLayout, index: number): { width: number; height: number } {
  const part = partOfFrame(layout, index);
  return {
    width: sheetWidth(layout.width, part),
    height: heightOfFrame(layout, index) / (part.bottom - part.top),
  };
}

/** Returns the position on a page, in fractions of its height, that is `down` pixels below the top of its frame. */
export function fractionDown(layout: PageLayout, index: number, down: number): number {
  const { top, bottom } = partOfFrame(layout, index);
  const height = heightOfFrame(layout, index);
  return height > 0 ? top + (down / height) * (bottom - top) : top;
}

/** Returns the pixels between the top of a frame and a position on its page. Trimmed margins have no height. */
export function pixelsDown(layout: PageLayout, index: number, fraction: number): number {
  const { top, bottom } = partOfFrame(layout, index);
  const share = (fraction - top) / (bottom - top);
  return Math.min(Math.max(share, 0), 1) * heightOfFrame(layout, index);
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

/** Returns the top edge of a frame; 0 for one that is not in the layout. */
export function topOfFrame(layout: PageLayout, index: number): number {
  return layout.tops[index] ?? 0;
}

/** Returns the height of a frame; 0 for one that is not in the layout. */
export function heightOfFrame(layout: PageLayout, index: number): number {
  return layout.heights[index] ?? 0;
}

/** Returns the index of the last frame whose top is at or above `y`; 0 if there is none. */
export function frameIndexAt(layout: PageLayout, y: number): number {
  let low = 0;
  let high = layout.tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOfFrame(layout, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

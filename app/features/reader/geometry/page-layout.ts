/** Where every page stands in the long strip of pages, in CSS pixels from the top of the strip. */
export type PageLayout = {
  /** Top edge of each page, by index from 0. */
  tops: number[];
  heights: number[];
  /** Width of every page. */
  width: number;
  /** The greatest width pages have at which none needs scrolling sideways. */
  widest: number;
  /** Length of the whole strip. */
  total: number;
  /** What bars may lie over at either end of the strip, free of pages. */
  above: number;
  below: number;
};

/** What may differ from a strip of upright pages with nothing over its ends. */
type Surroundings = {
  /** Whether the pages lie on their side: what was measured as their height is their width. */
  isSideways?: boolean;
  widest?: number;
  above?: number;
  below?: number;
};

/** The space between two pages, above the first and below the last. */
export const pageGap = 12;

/** Height by width of a sheet of A4, taken until a first page has been measured. */
const a4 = Math.SQRT2;

/**
 * Lays out `pageCount` pages of one width. `ratios` holds height by width of the pages measured so far, upright, by
 * page number; those not yet measured are taken to be like page 1, or like the first that was.
 */
export function layOutPages(
  pageCount: number,
  width: number,
  ratios: ReadonlyMap<number, number>,
  { isSideways = false, widest = width, above = 0, below = 0 }: Surroundings = {},
): PageLayout {
  const [firstMeasured] = ratios.values();
  const likely = ratios.get(1) ?? firstMeasured ?? a4;
  const tops: number[] = [];
  const heights: number[] = [];
  let top = above + pageGap;
  for (let page = 1; page <= pageCount; page += 1) {
    const ratio = ratios.get(page) ?? likely;
    const height = isSideways ? width / ratio : width * ratio;
    tops.push(top);
    heights.push(height);
    top += height + pageGap;
  }
  return { tops, heights, width, widest, total: top + below, above, below };
}

/** The layout of the same pages, `scale` times as large. The gaps between them stay as they are. */
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

/** How wide the strip is within a view: as the view, and wider by what pages have outgrown their widest. */
export function stripWidth(layout: PageLayout, viewWidth: number): number {
  return viewWidth + Math.max(0, layout.width - layout.widest);
}

/** The left edge of the pages within the strip: they stand in its middle. */
export function pageLeft(layout: PageLayout, viewWidth: number): number {
  return (stripWidth(layout, viewWidth) - layout.width) / 2;
}

/** The top edge of a page, by its index from 0; 0 for a page that the layout does not have. */
export function topOfPage(layout: PageLayout, index: number): number {
  return layout.tops[index] ?? 0;
}

/** The height of a page, by its index from 0; 0 for a page that the layout does not have. */
export function heightOfPage(layout: PageLayout, index: number): number {
  return layout.heights[index] ?? 0;
}

/** The index from 0 of the last page whose top is at or above `y`; 0 when there is none. */
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

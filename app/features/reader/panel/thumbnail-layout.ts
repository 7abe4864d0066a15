/** The positions of the thumbnails in the panel, in CSS pixels. */
export type ThumbnailLayout = {
  columns: number;
  /** The box into which a picture is fitted. */
  picture: { width: number; height: number };
  cell: { width: number; height: number };
  rows: number;
  total: number;
};

/** The minimum width at which a page can be recognised. */
const minWidth = 96;
const gap = 12;

/**
 * Lays out `pageCount` thumbnails in a panel of that width; `lineHeight` is the height of the page number below each.
 */
export function layOutThumbnails(pageCount: number, width: number, lineHeight: number): ThumbnailLayout {
  const columns = Math.max(1, Math.floor((width - gap) / (minWidth + gap)));
  const cellWidth = Math.max(minWidth, Math.floor((width - gap) / columns));
  const pictureWidth = cellWidth - gap;
  const picture = { width: pictureWidth, height: Math.round(pictureWidth * Math.SQRT2) };
  const cell = { width: cellWidth, height: picture.height + lineHeight + gap };
  const rows = Math.ceil(pageCount / columns);
  return { columns, picture, cell, rows, total: rows * cell.height + gap };
}

/** Returns the pages whose row overlaps the `height` pixels from `top`, with one more row on both sides. */
export function visibleThumbnails(layout: ThumbnailLayout, pageCount: number, top: number, height: number): number[] {
  const first = Math.max(0, Math.floor(top / layout.cell.height) - 1);
  const last = Math.min(layout.rows - 1, Math.floor((top + height) / layout.cell.height) + 1);
  const pages: number[] = [];
  for (let page = first * layout.columns + 1; page <= Math.min(pageCount, (last + 1) * layout.columns); page += 1)
    pages.push(page);
  return pages;
}

/** Returns the position of the cell of a page. */
export function cellOf(layout: ThumbnailLayout, page: number): { left: number; top: number } {
  const index = page - 1;
  return {
    left: gap / 2 + (index % layout.columns) * layout.cell.width,
    top: gap + Math.floor(index / layout.columns) * layout.cell.height,
  };
}

/** Returns the page to which an arrow key leads; null for any other key, and at the ends. */
export function pageOfKey(
  layout: ThumbnailLayout,
  pageCount: number,
  page: number,
  key: string,
  viewHeight: number,
): number | null {
  const rowsInView = Math.max(1, Math.floor(viewHeight / layout.cell.height)) * layout.columns;
  const goals: Record<string, number> = {
    ArrowRight: page + 1,
    ArrowLeft: page - 1,
    ArrowDown: page + layout.columns,
    ArrowUp: page - layout.columns,
    PageDown: Math.min(page + rowsInView, pageCount),
    PageUp: Math.max(page - rowsInView, 1),
    Home: 1,
    End: pageCount,
  };
  const goal = goals[key];
  return goal !== undefined && goal >= 1 && goal <= pageCount ? goal : null;
}

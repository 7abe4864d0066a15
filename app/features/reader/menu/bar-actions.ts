import type { ReaderActionName } from '#app/features/reader/actions/reader-actions.ts';

/** The actions in the toolbars; all others are in the menu. The page box is always in a toolbar. */
export type BarArrangement = {
  /** Actions in the upper toolbar, next to the title. */
  head: readonly ReaderActionName[];
  /** Around the page box. */
  pages: readonly ReaderActionName[];
  zoom: readonly ReaderActionName[];
  reading: readonly ReaderActionName[];
  /** The papers before and after the open one, with their years. */
  papers: readonly ReaderActionName[];
};

const phone: BarArrangement = {
  head: ['close', 'trimMargins', 'download'],
  pages: [],
  zoom: [],
  reading: ['find', 'contents', 'toggleHighlighting'],
  papers: ['olderPaper', 'newerPaper'],
};

const tablet: BarArrangement = {
  head: ['close', 'trimMargins'],
  pages: ['previousPage', 'nextPage'],
  zoom: ['zoomOut', 'zoomIn'],
  reading: ['find', 'contents', 'toggleHighlighting', 'toggleDark'],
  papers: phone.papers,
};

const desktop: BarArrangement = {
  ...tablet,
  zoom: ['zoomOut', 'zoomIn', 'fitPage'],
  head: ['close', 'trimMargins', 'compare', 'share', 'download'],
};

/** Next to another document, the title has its own row, and the tools fit in one row from 600 px. */
const besideAnother: BarArrangement = {
  ...tablet,
  head: ['close', 'trimMargins', 'compare', 'swapSides'],
  reading: ['find', 'contents', 'toggleHighlighting'],
  papers: [],
};

/**
 * Returns the actions that fit on the toolbars of a window of this width, in CSS pixels. A phone has one row at the
 * bottom, within reach of the thumb: page box, find, contents, the papers before and after and menu fit in 320 px. If
 * there are no such papers (`hasPapers`), highlight mode takes their place, as on a tablet. Two documents side by side have less space.
 */
export function arrangeBars(
  windowWidth: number,
  { isBeside = false, hasPapers = false }: { isBeside?: boolean; hasPapers?: boolean } = {},
): BarArrangement {
  if (isBeside) return besideAnother;
  if (windowWidth <= 768) return hasPapers ? { ...phone, reading: ['find', 'contents'] } : phone;
  if (windowWidth >= 1200) return desktop;
  return hasPapers ? { ...tablet, reading: ['find', 'contents', 'toggleDark'] } : tablet;
}

import type { ReaderActionName } from '#app/features/reader/actions/reader-actions.ts';

/** Which actions stand on the bars themselves; all others are in the menu. The page box is always there. */
export type BarArrangement = {
  /** Above the pages, beside the title. */
  head: readonly ReaderActionName[];
  /** Around the page box. */
  pages: readonly ReaderActionName[];
  zoom: readonly ReaderActionName[];
  reading: readonly ReaderActionName[];
};

const phone: BarArrangement = {
  head: ['close', 'download'],
  pages: [],
  zoom: [],
  reading: ['find', 'contents', 'toggleHighlighting'],
};

const tablet: BarArrangement = {
  head: ['close'],
  pages: ['previousPage', 'nextPage'],
  zoom: ['zoomOut', 'zoomIn'],
  reading: ['find', 'contents', 'toggleHighlighting', 'toggleDark'],
};

const desktop: BarArrangement = { ...tablet, head: ['close', 'download'] };

/**
 * What has room on the bars of a window so wide, in CSS pixels. A phone has one row below for the thumb: page box, find,
 * contents, highlight, menu, each of 44 px, in 320.
 */
export function arrangeBars(windowWidth: number): BarArrangement {
  if (windowWidth <= 768) return phone;
  return windowWidth <= 1023 ? tablet : desktop;
}

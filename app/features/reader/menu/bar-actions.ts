import type { ReaderActionName } from '#app/features/reader/actions/reader-actions.ts';

/** Which actions are in the toolbars; all others are in the menu. The page box is always shown. */
export type BarArrangement = {
  /** In the upper toolbar, beside the title. */
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

const desktop: BarArrangement = { ...tablet, head: ['close', 'share', 'download'] };

/**
 * What fits on the toolbars of a window of this width, in CSS pixels. A phone has one row below, within reach of the
 * thumb: page box, find, contents, highlight, menu, each 44 px, within 320.
 */
export function arrangeBars(windowWidth: number): BarArrangement {
  if (windowWidth <= 768) return phone;
  return windowWidth <= 1023 ? tablet : desktop;
}

import { readerAction, type ReaderActionName } from '#app/features/reader/actions/reader-actions.ts';
import type { ReaderState } from '#app/features/reader/state/reader-state.ts';

/** Maximum number of rows of the menu on touch screens: as many as a phone shows above its bar. */
const maxRows = 9;

/**
 * The rows of the menu on touch screens, the most important first; the zoom is one row. Left out is what fingers do
 * (scrolling, fitting the width), what the panel has (thumbnails), and what is for a keyboard.
 */
const rows: readonly (readonly ReaderActionName[])[] = [
  ['back'],
  ['newerPaper'],
  ['olderPaper'],
  ['oneHalf'],
  ['toggleHighlighting'],
  ['zoomOut', 'zoomIn'],
  ['toggleDone'],
  ['examMode'],
  ['toggleDark'],
  ['share'],
  ['download'],
  ['saveOffline'],
  ['report'],
  ['readAloud'],
  ['print'],
  ['highlights'],
  ['toggleBookmark'],
  ['fitPage'],
  ['rotate'],
  ['compare'],
  ['swapSides'],
];

/**
 * Returns the actions of the menu on touch screens: at most nine rows, without actions in the toolbars (`elsewhere`) and
 * without those that can't do anything at the moment.
 */
export function touchActions(state: ReaderState, elsewhere: readonly ReaderActionName[]): ReaderActionName[] {
  const isOffered = (name: ReaderActionName) => {
    const { isOffered, isEnabled, isUseful } = readerAction(name);
    return !elsewhere.includes(name) && (isOffered?.(state) ?? true) && isEnabled(state) && (isUseful?.(state) ?? true);
  };
  // Both ends of the zoom stay in their row while one of them is at its limit.
  const isShown = (row: readonly ReaderActionName[]) => row.some(isOffered);
  return rows.filter(isShown).slice(0, maxRows).flat();
}

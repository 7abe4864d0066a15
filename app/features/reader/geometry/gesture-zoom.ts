import { zoomLimits } from '#app/features/viewer/zoom.ts';
import type { PageLayout } from './page-layout.ts';

/** The maximum zoom of pinches and of the wheel with Ctrl, for small print. Buttons and keys end at `zoomLimits.max`. */
const maxGestureZoom = 8;

/** Zoom step of a wheel notch beyond the maximum of buttons. */
const wideStep = 0.5;

/**
 * Below the limits of browsers: Firefox lays out no element beyond 17.8 million CSS pixels, Chromium and WebKit none
 * beyond 33 million.
 */
const maxStripPixels = 16_000_000;

/**
 * Returns the maximum zoom of gestures for pages that have this layout at this zoom. It is lower for a very long
 * document.
 */
export function gestureLimit({ total }: PageLayout, zoom: number): number {
  const most = Math.floor(((zoom * maxStripPixels) / total) * 10) / 10;
  return Math.min(maxGestureZoom, Math.max(zoomLimits.max, most));
}

/** Returns a zoom within the limits of gestures. */
export function clampGestureZoom(zoom: number, max: number = maxGestureZoom): number {
  return Math.min(max, Math.max(zoomLimits.min, zoom));
}

/** Returns the tenth nearest to a zoom, within the limits of gestures. */
export function nearestGestureZoom(zoom: number, max: number = maxGestureZoom): number {
  return clampGestureZoom(Math.round(zoom * 10) / 10, max);
}

/** Returns the zoom after one notch of the wheel, in (`1`) or out (`-1`). */
export function stepGestureZoom(zoom: number, direction: 1 | -1, max: number): number {
  const { max: lastStep, step } = zoomLimits;
  const isWide = direction === 1 ? zoom >= lastStep : zoom > lastStep;
  if (!isWide) return nearestGestureZoom(zoom + direction * step, max);
  return nearestGestureZoom(Math.max(lastStep, zoom + direction * wideStep), max);
}

/** Zoom of a double tap: lines of a printed page are readable on a phone held upright. */
const closeUp = 1.8;

/** Fitting a column is worthwhile from this zoom, and a narrow column is not enlarged further than to this one. */
const columnZooms = { least: 1.3, most: 3 };

/** If a column fits at less than this, for example one as wide as the page, a second double tap zooms closer. */
const closeUpBelow = 1.6;

/** Space on both sides of a column that fits the window, in CSS pixels. */
const columnAir = 4;

/** A column in a view: its width in CSS pixels at the current zoom, and the width of the view. */
type ColumnInView = { width: number; viewWidth: number; zoom: number };

/** Returns the highest step of zoom at which a column fits its view; null if that makes it hardly larger than it is at 1. */
export function columnZoom({ width, viewWidth, zoom }: ColumnInView): number | null {
  const fit = Math.floor(((viewWidth - 2 * columnAir) / width) * zoom * 10) / 10;
  return fit >= columnZooms.least ? Math.min(fit, columnZooms.most) : null;
}

/**
 * Returns the zoom after a double tap: that of the column under the finger (`columnZoom`) if the page is at about its
 * full width, then close up if that is clearly closer, then the full width again.
 */
export function doubleTapZoom(zoom: number, column: number | null): number {
  const goals = [...(column === null ? [] : [column]), ...((column ?? 0) < closeUpBelow ? [closeUp] : [])];
  if (zoom < zoomLimits.start) return zoomLimits.start;
  const next = goals.find((goal, index) => zoom < ((goals[index - 1] ?? zoomLimits.start) + goal) / 2);
  return next ?? zoomLimits.start;
}

/** Maximum width of a window that counts as narrow. */
const mobileThreshold = 768;

/** True if a window of this width counts as narrow. */
export function isNarrow(windowWidth: number): boolean {
  return windowWidth <= mobileThreshold;
}

/**
 * Returns the width of a page in CSS pixels: 90 % of a wide window, 95 % of another, times the zoom. A page with trimmed
 * margins has the whole width of a narrow window, because the space around its text is part of it.
 */
export function pageWidth(windowWidth: number, zoom: number, isTrimmed = false): number {
  if (!isNarrow(windowWidth)) return windowWidth * 0.9 * zoom;
  return windowWidth * (isTrimmed ? 1 : 0.95) * zoom;
}

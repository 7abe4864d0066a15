import { zoomLimits } from '#app/features/viewing/zoom.ts';

/** The zoom of a double tap: lines of a printed page are readable on a phone held upright. */
const closeUp = 1.8;

/** The zoom after a double tap: close from about the full width of the page, back to that from any other zoom. */
export function doubleTapZoom(zoom: number): number {
  return zoom >= zoomLimits.start && zoom < (zoomLimits.start + closeUp) / 2 ? closeUp : zoomLimits.start;
}

/** A window wider than this counts as wide. */
const mobileThreshold = 768;

/** The width of a page in CSS pixels: 90 % of a wide window, 95 % of another, times the zoom. */
export function pageWidth(windowWidth: number, zoom: number): number {
  return windowWidth * (windowWidth > mobileThreshold ? 0.9 : 0.95) * zoom;
}

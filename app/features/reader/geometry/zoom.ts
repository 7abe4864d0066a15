/** Zoom of the reader (specification 9). */
export const zoomLimits = { min: 0.5, max: 2, step: 0.1, start: 1 } as const;

/** The zoom one step further in (`1`) or out (`-1`), within the limits and always a whole number of tenths. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  return nearestZoom(zoom + direction * zoomLimits.step);
}

/** The step of zoom nearest to any zoom: a whole number of tenths within the limits. */
export function nearestZoom(zoom: number): number {
  return clampZoom(Math.round(zoom * 10) / 10);
}

/** A zoom within the limits, between steps too: fingers move freely. */
export function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom));
}

/** What a double tap enlarges to: lines of a page made for paper can be read on a phone held upright. */
const closeUp = 1.8;

/** The zoom a double tap leads to: close up from about the whole width of the page, back to that from anywhere else. */
export function doubleTapZoom(zoom: number): number {
  return zoom >= zoomLimits.start && zoom < (zoomLimits.start + closeUp) / 2 ? closeUp : zoomLimits.start;
}

/** A window wider than this counts as wide (specification 9). */
const mobileThreshold = 768;

/** The width of a page in CSS pixels: 90 % of a wide window, 95 % of another, times the zoom (specification 2). */
export function pageWidth(windowWidth: number, zoom: number): number {
  return windowWidth * (windowWidth > mobileThreshold ? 0.9 : 0.95) * zoom;
}

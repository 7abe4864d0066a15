/** The zoom of the reader and of the paper preview. */
export const zoomLimits = { min: 0.5, max: 2, step: 0.1, start: 1 } as const;

/** Returns the next step of zoom in (`1`) or out (`-1`), within the limits and always a whole number of tenths. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  return nearestZoom(zoom + direction * zoomLimits.step);
}

/** Returns the step nearest to a zoom: a whole number of tenths within the limits. */
export function nearestZoom(zoom: number): number {
  return clampZoom(Math.round(zoom * 10) / 10);
}

/** Returns a zoom within the limits. */
function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom));
}

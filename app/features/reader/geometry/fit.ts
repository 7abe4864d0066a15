import { pageWidth } from './gesture-zoom.ts';
import { nearestZoom, stepZoom, zoomLimits } from '#app/features/viewer/zoom.ts';

/**
 * The space for a page: the width of the window (page widths are a fraction of it), and the visible part of the strip.
 */
export type Room = { windowWidth: number; viewWidth: number; viewHeight: number; isTrimmed?: boolean };

/**
 * Returns the highest zoom step at which a page fits: for `width`, without scrolling sideways; for `page`, also in
 * height. `ratio` is the page's height divided by its width. Returns the minimum zoom if the page fits at none.
 */
export function fitZoom(kind: 'width' | 'page', ratio: number, room: Room): number {
  const fits = (zoom: number) => {
    const width = Math.round(pageWidth(room.windowWidth, zoom, room.isTrimmed));
    return width <= room.viewWidth && (kind === 'width' || width * ratio <= room.viewHeight);
  };
  let zoom: number = nearestZoom(zoomLimits.max);
  while (zoom > zoomLimits.min && !fits(zoom)) zoom = stepZoom(zoom, -1);
  return zoom;
}

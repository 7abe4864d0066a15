import { pageWidth } from './gesture-zoom.ts';
import { nearestZoom, stepZoom, zoomLimits } from '#app/features/viewer/zoom.ts';

/** The space for a page: the window's width (pages are a fraction of it), and the visible part of the strip. */
export type Room = { windowWidth: number; viewWidth: number; viewHeight: number };

/**
 * Returns the greatest step of zoom at which a page fits: `width` without scrolling sideways, `page` also in height. `ratio` is
 * the page's height divided by its width. The minimum zoom if it does not fit at any.
 */
export function fitZoom(kind: 'width' | 'page', ratio: number, room: Room): number {
  const fits = (zoom: number) => {
    const width = Math.round(pageWidth(room.windowWidth, zoom));
    return width <= room.viewWidth && (kind === 'width' || width * ratio <= room.viewHeight);
  };
  let zoom: number = nearestZoom(zoomLimits.max);
  while (zoom > zoomLimits.min && !fits(zoom)) zoom = stepZoom(zoom, -1);
  return zoom;
}

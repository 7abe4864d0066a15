import { pageWidth } from './zoom.ts';
import { nearestZoom, stepZoom, zoomLimits } from '#app/features/viewing/zoom.ts';

/** The room a page has: the window's width (pages are a share of it), and what is seen of the strip. */
export type Room = { windowWidth: number; viewWidth: number; viewHeight: number };

/**
 * The greatest step of zoom at which a page fits: `width` without scrolling sideways, `page` whole, in height as well.
 * `ratio` is the page's height by its width. The least zoom where it fits at none.
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

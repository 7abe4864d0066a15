import type { PageBox } from './page-box.ts';
import { heightOfFrame, pageLeft, partOfFrame, topOfFrame, type PageLayout } from './page-layout.ts';

/** The visible part of the strip, in CSS pixels from its top left corner. */
export type StripView = { left: number; top: number; width: number; height: number };

/**
 * Margin of a drawn part beyond the visible one, as a fraction of the visible part, so that a small scroll needs no new
 * picture.
 */
const margin = 0.25;

/**
 * A part begins and ends at multiples of this many CSS pixels, which are whole device pixels on all common screens; a
 * fraction of one would blur the part.
 */
const gridPixels = 8;

/** Returns the visible part of a page, by its index from 0; null if none of it is visible. */
export function visiblePart(layout: PageLayout, view: StripView, index: number): PageBox | null {
  const height = heightOfFrame(layout, index);
  const x = view.left - pageLeft(layout, view.width);
  const y = view.top - topOfFrame(layout, index);
  const shown = partOfFrame(layout, index);
  const across = (pixels: number) => shown.left + (pixels / layout.width) * (shown.right - shown.left);
  const down = (pixels: number) => shown.top + (pixels / height) * (shown.bottom - shown.top);
  const part = {
    left: Math.max(shown.left, across(x)),
    top: Math.max(shown.top, down(y)),
    right: Math.min(shown.right, across(x + view.width)),
    bottom: Math.min(shown.bottom, down(y + view.height)),
  };
  return part.left < part.right && part.top < part.bottom ? part : null;
}

/** Returns the part of a page to draw if this part is visible. */
export function partToDraw(seen: PageBox, page: { width: number; height: number }): PageBox {
  const [left, right] = widen(seen.left, seen.right, page.width);
  const [top, bottom] = widen(seen.top, seen.bottom, page.height);
  return { left, top, right, bottom };
}

function widen(from: number, to: number, pixels: number): [from: number, to: number] {
  const more = (to - from) * margin;
  const grid = gridPixels / pixels;
  return [Math.max(0, Math.floor((from - more) / grid) * grid), Math.min(1, Math.ceil((to + more) / grid) * grid)];
}

/** True if one part lies within another. */
export function isWithin(inner: PageBox, outer: PageBox): boolean {
  return (
    inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom
  );
}

/** Returns the overlap of a box with a part of the page, in fractions of that part; null if there is none. */
export function boxInPart(box: PageBox, part: PageBox): PageBox | null {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const overlap = {
    left: Math.max(0, (box.left - part.left) / width),
    top: Math.max(0, (box.top - part.top) / height),
    right: Math.min(1, (box.right - part.left) / width),
    bottom: Math.min(1, (box.bottom - part.top) / height),
  };
  return overlap.left < overlap.right && overlap.top < overlap.bottom ? overlap : null;
}

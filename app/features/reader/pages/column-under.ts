import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { columnAt } from '#app/features/reader/geometry/page-ink.ts';
import { shownIn } from '#app/features/reader/dark/page-picture.ts';
import type { Column } from '#app/features/reader/gestures/zoom-gesture.ts';
import { inkOfPicture } from '#app/features/viewer/ink/page-ink.ts';

/**
 * Returns the ends of the column of text at a point of the window, as drawn on the page there, and the ends of the view
 * in `scroller`. Returns null outside the pages, on an empty part, and while the page is not drawn.
 */
export function columnUnder(scroller: HTMLElement, at: Point): Column | null {
  for (const paper of scroller.querySelectorAll<HTMLElement>('.reader-paper')) {
    const box = paper.getBoundingClientRect();
    if (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom) continue;
    const holder = paper.querySelector<HTMLElement>('.reader-picture:not([data-turned])');
    const picture = holder && shownIn(holder);
    const column =
      picture &&
      columnAt(inkOfPicture(picture), { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height });
    if (!column) return null;
    const { left } = scroller.getBoundingClientRect();
    return {
      left: box.left + column.left * box.width,
      right: box.left + column.right * box.width,
      view: { left, right: left + scroller.clientWidth },
    };
  }
  return null;
}

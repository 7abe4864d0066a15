import { holdPoint, scrollToHeldPoint, type Point } from '#app/features/reader/geometry/held-point.ts';
import {
  indexOfFrame,
  pageLeft,
  scaleLayout,
  topOfFrame,
  type PageLayout,
} from '#app/features/reader/geometry/page-layout.ts';

/** Attribute of the strip while fingers stretch it. */
const stretching = 'data-stretching';

/**
 * Stretches pages during a gesture, before they are laid out and drawn in their new size. A transform moves and scales
 * every page to its position in the new layout, including gaps and the ends of the strip, so that nothing jumps when
 * the fingers are lifted.
 */
export type LiveZoom = {
  /** Stretches the pages by `scale` of their layout, with the held point at `at` in the view. */
  stretch(scale: number, at: Point): void;
  /** Continues with another layout of the same zoom, when pages turn out taller or shorter. */
  changeLayout(layout: PageLayout): void;
  /** Positions every page, including new ones, and corrects for scrolling by the browser. */
  transformPages(): void;
  /** Returns the layout as displayed, and the position of the view in it. */
  seen(): { layout: PageLayout; top: number };
  /** Removes the transforms, and scrolls to the same position in the given layout. */
  finish(layout: PageLayout): void;
};

/** Starts at a point of the view of `scroller`. */
export function createLiveZoom(scroller: HTMLElement, strip: HTMLElement, start: PageLayout, from: Point): LiveZoom {
  const view = { width: scroller.clientWidth, height: scroller.clientHeight };
  const held = holdPoint(start, view.width, { x: scroller.scrollLeft + from.x, y: scroller.scrollTop + from.y });
  let base = start;
  let scale = 1;
  let at = from;
  let seen = { layout: start, left: scroller.scrollLeft, top: scroller.scrollTop };
  strip.setAttribute(stretching, '');

  function update() {
    const layout = scaleLayout(base, scale);
    seen = { layout, ...scrollToHeldPoint(layout, view, held, at) };
    transformPages();
  }

  function transformPages() {
    const { layout, left, top } = seen;
    const x = pageLeft(layout, view.width) - left - (pageLeft(base, view.width) - scroller.scrollLeft);
    for (const page of strip.querySelectorAll<HTMLElement>('[data-page-number]')) {
      const half = page.dataset['half'] === 'right' ? 'right' : null;
      const index = indexOfFrame(base, { page: Number(page.dataset['pageNumber']), half });
      const y = topOfFrame(layout, index) - top - (topOfFrame(base, index) - scroller.scrollTop);
      page.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    }
  }

  return {
    stretch(nextScale, nextAt) {
      scale = nextScale;
      at = nextAt;
      update();
    },
    changeLayout(layout) {
      base = layout;
      update();
    },
    transformPages,
    seen: () => seen,
    finish(layout) {
      strip.removeAttribute(stretching);
      for (const page of strip.querySelectorAll<HTMLElement>('[data-page-number]')) page.style.transform = '';
      const { left, top } = scrollToHeldPoint(layout, view, held, at);
      scroller.scrollTo({ left, top, behavior: 'instant' });
    },
  };
}

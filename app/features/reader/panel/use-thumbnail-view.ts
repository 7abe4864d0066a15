import { useLayoutEffect, useState, type RefObject } from 'react';

/** The visible part of a scrolling list, in CSS pixels: its top, its size, and the height of a line of text. */
export type ThumbnailView = { top: number; width: number; height: number; lineHeight: number };

/** Returns the visible part of the list of thumbnails; of width 0 until it is measured. */
export function useThumbnailView(scroller: RefObject<HTMLElement | null>): ThumbnailView {
  const [view, setView] = useState<ThumbnailView>({ top: 0, width: 0, height: 0, lineHeight: 24 });
  useLayoutEffect(
    function watchView() {
      const element = scroller.current;
      if (!element) return;
      const measure = () => {
        const lineHeight = 1.5 * Number.parseFloat(getComputedStyle(element).fontSize);
        setView({ top: element.scrollTop, width: element.clientWidth, height: element.clientHeight, lineHeight });
      };
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      element.addEventListener('scroll', measure, { passive: true });
      return () => {
        observer.disconnect();
        element.removeEventListener('scroll', measure);
      };
    },
    [scroller],
  );
  return view;
}

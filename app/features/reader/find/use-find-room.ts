import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Returns how far the find bar covers the pages beyond the toolbar, in CSS pixels; 0 while the bar is closed. The strip
 * of pages gets this much space at its start, so that a hit at the top of the first page can be scrolled into view.
 */
export function useFindRoom(parts: {
  dialog: RefObject<HTMLDialogElement | null>;
  isOpen: boolean;
  /** Height in pixels that the toolbar covers of the pages. */
  covered: number;
}): number {
  const { dialog, isOpen, covered } = parts;
  const [room, setRoom] = useState(0);
  useLayoutEffect(
    function measureBar() {
      const bar = isOpen ? dialog.current?.querySelector('.reader-find') : null;
      const pages = dialog.current?.querySelector('.reader-scroller');
      if (!bar || !pages) return;
      const measure = () =>
        setRoom(
          Math.max(0, Math.round(bar.getBoundingClientRect().bottom - pages.getBoundingClientRect().top - covered)),
        );
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(bar);
      return () => {
        observer.disconnect();
        setRoom(0);
      };
    },
    [dialog, isOpen, covered],
  );
  return room;
}

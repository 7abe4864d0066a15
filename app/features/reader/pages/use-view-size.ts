import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Returns the size of the visible content of an element, in CSS pixels without its scrollbars, updated as it changes. The
 * window's size until the element is mounted.
 */
export function useViewSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  useLayoutEffect(
    function measureView() {
      const view = element.current;
      if (!view) return;
      const measure = () => {
        const { clientWidth: width, clientHeight: height } = view;
        setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(view);
      return () => observer.disconnect();
    },
    [element],
  );
  return size;
}

import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * The size of what an element shows of its content, in CSS pixels, as it changes: without its scroll bars, and as
 * narrow as what stands beside it makes it. The window's until the element is there.
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

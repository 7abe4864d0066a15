import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { columnUnder } from './column-under.ts';
import type { PageScroll } from './page-scroll.ts';
import { listenForTouches } from '#app/features/reader/gestures/touch-gestures.ts';
import { createZoomGesture } from '#app/features/reader/gestures/zoom-gesture.ts';

/** Zooms the pages by pinch, double tap, trackpad pinch, or wheel with Ctrl. */
export function useGestures(parts: {
  scroller: RefObject<HTMLElement | null>;
  scroll: PageScroll;
  zoom: number;
  maxZoom: number;
  onZoomed: (zoom: number) => void;
  /** Called for a tap or click on an element without its own action. */
  onTap: () => void;
}): void {
  const { scroller, scroll, zoom, maxZoom, onZoomed, onTap } = parts;
  const present = useRef({ zoom, maxZoom });
  useLayoutEffect(
    function noteZoom() {
      present.current = { zoom, maxZoom };
    },
    [zoom, maxZoom],
  );
  const tap = useEffectEvent(onTap);
  // Rendered before it returns, so that the stretching ends and the new size starts in the same frame.
  const zoomNow = useEffectEvent((zoom: number) => flushSync(() => onZoomed(zoom)));

  useEffect(
    function listenToHands() {
      const element = scroller.current;
      if (!element) return;
      const gesture = createZoomGesture({
        pages: scroll,
        zoom: () => present.current.zoom,
        maxZoom: () => present.current.maxZoom,
        onZoomed: (zoom) => zoomNow(zoom),
        columnAt: (at) => columnUnder(element, at),
      });
      const stopTouches = listenForTouches(element, {
        onPinchStart: gesture.start,
        onPinch: gesture.move,
        onPinchEnd: gesture.end,
        onDoubleTap: gesture.doubleTap,
        onTap: () => tap(),
      });
      const stop = new AbortController();
      const handleWheel = (event: WheelEvent) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        gesture.wheel(event);
      };
      const handleClick = (event: MouseEvent) => {
        const isMouse = !(event instanceof PointerEvent) || event.pointerType === 'mouse';
        const isOnControl = event.target instanceof Element && event.target.closest('a, button, mark') !== null;
        if (isMouse && !isOnControl && getSelection()?.isCollapsed !== false) tap();
      };
      element.addEventListener('wheel', handleWheel, { passive: false, signal: stop.signal });
      element.addEventListener('click', handleClick, { signal: stop.signal });
      return () => {
        stop.abort();
        stopTouches();
        gesture.stop();
      };
    },
    [scroller, scroll],
  );
}

import { useEffect, useEffectEvent, type RefObject } from 'react';
import { readSelection } from './highlight-text.ts';
import type { Highlight } from './highlight.ts';

/**
 * Time without a change after which a selection becomes a highlight: on touch screens, users drag its ends for a while.
 */
const settledMs = 600;

/** While highlight mode is on, turns selections in the pages into highlights. */
export function useHighlighting(parts: {
  scroller: RefObject<HTMLElement | null>;
  isOn: boolean;
  onHighlight: (highlight: Highlight) => void;
}): void {
  const { scroller, isOn, onHighlight } = parts;
  const add = useEffectEvent(onHighlight);
  useEffect(
    function turnSelectionsIntoHighlights() {
      if (!isOn) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isMouseDown = false;
      // A click inside an older selection collapses it only after `pointerup`.
      let isChangedSinceMouseDown = false;
      const addHighlights = () => {
        clearTimeout(timer);
        const element = scroller.current;
        if (!element || isMouseDown) return;
        const selection = getSelection();
        const found = readSelection(selection, element);
        if (found.length === 0) return;
        selection?.removeAllRanges();
        for (const highlight of found) add(highlight);
      };
      const stop = new AbortController();
      const { signal } = stop;
      const handleSelectionChange = () => {
        isChangedSinceMouseDown = true;
        clearTimeout(timer);
        timer = setTimeout(addHighlights, settledMs);
      };
      document.addEventListener('selectionchange', handleSelectionChange, { signal });
      document.addEventListener(
        'pointerdown',
        (event) => {
          isMouseDown = event.pointerType === 'mouse';
          isChangedSinceMouseDown = false;
        },
        { signal },
      );
      document.addEventListener(
        'pointerup',
        () => {
          if (!isMouseDown) return;
          isMouseDown = false;
          if (isChangedSinceMouseDown) addHighlights();
        },
        { signal },
      );
      return () => {
        clearTimeout(timer);
        stop.abort();
      };
    },
    [scroller, isOn],
  );
}

import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { highlightsOfMark } from './highlight-text.ts';
import { isSameHighlight, type Highlight } from './highlight.ts';

/**
 * Returns the highlight whose mark in the area was clicked last, the topmost where several overlap; null when it is
 * closed by `close`, by a press outside its mark and its editor, or when it is removed.
 */
export function useOpenedMark(
  area: RefObject<HTMLElement | null>,
  highlights: readonly Highlight[],
): { highlight: Highlight | null; close: () => void } {
  const [opened, setOpened] = useState<Highlight | null>(null);
  const highlight = (opened && highlights.find((each) => isSameHighlight(each, opened))) ?? null;
  const openAt = useEffectEvent((target: EventTarget | null) => {
    const clicked = highlightsOfMark(target, highlights).at(-1);
    if (clicked) setOpened(clicked);
  });
  useEffect(
    function openClickedMarks() {
      const element = area.current;
      if (!element) return;
      const stop = new AbortController();
      const handlePress = ({ target }: PointerEvent) => {
        if (target instanceof Element && !target.closest('mark, .highlight-editor')) setOpened(null);
      };
      const handleClick = ({ target }: MouseEvent) => {
        // Selecting text ends with a click too.
        if (getSelection()?.isCollapsed !== false) openAt(target);
      };
      element.addEventListener('pointerdown', handlePress, { signal: stop.signal });
      element.addEventListener('click', handleClick, { signal: stop.signal });
      return () => stop.abort();
    },
    [area],
  );
  return { highlight, close: () => setOpened(null) };
}

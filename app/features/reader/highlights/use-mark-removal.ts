import { useEffect, useEffectEvent, type RefObject } from 'react';
import { highlightsOfMark } from './highlight-text.ts';
import type { Highlight } from './highlight.ts';

/** While highlight mode is on, a click on a mark removes the highlight. */
export function useMarkRemoval(parts: {
  area: RefObject<HTMLElement | null>;
  isOn: boolean;
  highlights: readonly Highlight[];
  onRemove: (highlight: Highlight) => void;
}): void {
  const { area, isOn, highlights, onRemove } = parts;
  const removeAt = useEffectEvent((target: EventTarget | null) => {
    for (const highlight of highlightsOfMark(target, highlights)) onRemove(highlight);
  });
  useEffect(
    function removeClickedMarks() {
      const element = area.current;
      if (!isOn || !element) return;
      const handleClick = (event: MouseEvent) => {
        // Selecting text ends with a click too.
        if (getSelection()?.isCollapsed !== false) removeAt(event.target);
      };
      element.addEventListener('click', handleClick);
      return () => element.removeEventListener('click', handleClick);
    },
    [area, isOn],
  );
}

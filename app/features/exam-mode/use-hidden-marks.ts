import { useEffect, type RefObject } from 'react';
import { isMarks } from '#domain/paper-marks.ts';

/** From this part of a page's width on, a text is at its right. */
const rightFrom = 0.6;

/**
 * While `isOn`, covers the marks of questions in the pages of the PDF reader around `inside`, also in pages that are drawn
 * later. Only marks that the file stores as a piece of text of their own, as most do, because they are set apart.
 */
export function useHiddenMarks(inside: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(
    function coverMarks() {
      const viewer = inside.current?.closest('dialog');
      if (!isOn || !viewer) return;
      coverIn(viewer);
      const observer = new MutationObserver((changes) => {
        for (const layer of new Set(changes.map(({ target }) => (target as Element).closest('.reader-text'))))
          if (layer) coverIn(layer);
      });
      observer.observe(viewer, { childList: true, subtree: true });
      return () => {
        observer.disconnect();
        for (const part of viewer.querySelectorAll('[data-hidden-marks]')) part.removeAttribute('data-hidden-marks');
      };
    },
    [inside, isOn],
  );
}

function coverIn(root: Element): void {
  const layers = root.matches('.reader-text') ? [root] : root.querySelectorAll('.reader-text');
  for (const layer of layers) {
    const page = layer.getBoundingClientRect();
    for (const part of layer.querySelectorAll('span')) {
      if (part.childElementCount > 0) continue;
      const isAtRight = part.getBoundingClientRect().left - page.left > page.width * rightFrom;
      part.toggleAttribute('data-hidden-marks', isMarks(part.textContent, isAtRight));
    }
  }
}

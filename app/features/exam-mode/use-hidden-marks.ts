import { useEffect, type RefObject } from 'react';

const figure = String.raw`\d{1,2}(?:\.5|\s?½)?`;
const sum = String.raw`${figure}(?:\s*[+×x*]\s*${figure})+(?:\s*=\s*\d{1,3})?`;
const unit = String.raw`\s*marks?`;
/** In square brackets, a sum in any or no brackets, or with the word. */
const anywhere = new RegExp(
  String.raw`^\s*(?:\[\s*(?:${sum}|${figure})(?:${unit})?\s*\]|\(?\s*${sum}(?:${unit})?\s*\)?|\(?\s*${figure}${unit}\s*\)?)\s*$`,
  'i',
);
const inParentheses = new RegExp(String.raw`^\s*\(\s*${figure}\s*\)\s*$`);

/**
 * Returns true if a piece of a paper's text is only the marks of a question: `[5]`, `(2+6)`, `5×2=10`, `5 marks`. A number in
 * parentheses is a number of a question too, so it counts only at the right of the page.
 */
export function isMarks(text: string, isAtRight: boolean): boolean {
  return anywhere.test(text) || (isAtRight && inParentheses.test(text));
}

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

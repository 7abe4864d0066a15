import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Rotation, Box } from '#app/features/reader/geometry/rotation.ts';
import { textNodesOf } from '#app/features/reader/highlights/highlight-text.ts';
import { spanOf, type HitSpans } from './find-matches.ts';
import './find.css';

/** The position of a hit, or of one line of it, on its page. */
type HitBox = Box & { hit: number };

/** Maximum number of hits marked on one page: the hits of a single letter would cover the page. */
const maxMarked = 500;

/**
 * Measures the positions of hits on the page of this text layer, in percent of the page. Marks are laid over the page
 * instead of put into its text, where the user's own highlights are.
 */
function measureHits(layer: HTMLElement, hits: HitSpans): HitBox[] {
  const page = layer.parentElement?.getBoundingClientRect();
  if (!page || page.width === 0 || page.height === 0) return [];
  const last = Math.min(hits.length / 2, maxMarked);
  const boxes: HitBox[] = [];
  const nodes = textNodesOf(layer);
  let node = nodes.next().value;
  let before = 0;
  for (let hit = 0; hit < last; hit += 1) {
    const { start, end } = spanOf(hits, hit);
    while (node && before + node.length <= start) {
      before += node.length;
      node = nodes.next().value;
    }
    // One range for each text node: a range over several would also measure the space between them.
    while (node && before < end) {
      const range = document.createRange();
      range.setStart(node, Math.max(start - before, 0));
      range.setEnd(node, Math.min(end - before, node.length));
      const box = fitToWord(range.getBoundingClientRect(), range, node);
      if (box.width > 0 && box.height > 0) boxes.push({ ...inPercent(box, page), hit });
      // The next hit may start in the same text node.
      if (before + node.length >= end) break;
      before += node.length;
      node = nodes.next().value;
    }
  }
  return boxes;
}

/**
 * Returns the box of a word on a recognised page, if the layer has one. In our font, the word's letters may end before
 * the box or extend beyond it.
 */
function fitToWord(box: DOMRect, range: Range, node: Text): DOMRect {
  const word = node.parentElement?.closest('.reader-line > span');
  if (!word) return box;
  const whole = word.getBoundingClientRect();
  if (range.toString().trim() === word.textContent?.trim()) return whole;
  const left = Math.max(box.left, whole.left);
  const top = Math.max(box.top, whole.top);
  return new DOMRect(left, top, Math.min(box.right, whole.right) - left, Math.min(box.bottom, whole.bottom) - top);
}

function inPercent(box: DOMRect, page: DOMRect): Box {
  return {
    left: ((box.left - page.left) / page.width) * 100,
    top: ((box.top - page.top) / page.height) * 100,
    width: (box.width / page.width) * 100,
    height: (box.height / page.height) * 100,
  };
}

type PageHitsProps = {
  /** Words that were found, or a sentence that is read aloud. */
  kind: 'found' | 'spoken';
  /** The page's text layer, complete. */
  layer: RefObject<HTMLElement | null>;
  hits: HitSpans;
  /** The index of the current hit; null if it is on another page. */
  current: number | null;
  rotation: Rotation;
};

/** Renders marks over the hits on a page. Their positions are in percent of the page, so they don't change with the zoom. */
export function PageHits({ kind, layer, hits, current, rotation }: PageHitsProps) {
  const [boxes, setBoxes] = useState<readonly HitBox[]>([]);
  const currentMark = useRef<HTMLSpanElement>(null);
  const first = boxes.findIndex(({ hit }) => hit === current);

  useLayoutEffect(
    function measure() {
      setBoxes(layer.current && hits.length > 0 ? measureHits(layer.current, hits) : []);
    },
    [layer, hits, rotation],
  );

  useLayoutEffect(
    function showCurrentHit() {
      if (currentMark.current) scrollAcross(currentMark.current);
    },
    [first, boxes],
  );

  if (boxes.length === 0) return null;
  return (
    <div className="reader-hits" data-kind={kind} aria-hidden="true">
      {boxes.map(({ hit, left, top, width, height }, index) => (
        <span
          key={index}
          ref={index === first ? currentMark : undefined}
          className="reader-hit"
          data-current={hit === current || undefined}
          style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
        />
      ))}
    </div>
  );
}

/** Scrolls sideways to a hit on a page wider than the window. Vertical scrolling is done by the strip of pages. */
function scrollAcross(mark: HTMLElement): void {
  const scroller = mark.closest<HTMLElement>('.reader-scroller');
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  const box = mark.getBoundingClientRect();
  if (box.left >= view.left && box.right <= view.right) return;
  scroller.scrollLeft += box.left + box.width / 2 - (view.left + view.width / 2);
}

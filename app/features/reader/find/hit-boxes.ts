import type { Box } from '#app/features/reader/geometry/rotation.ts';
import type { HitSpans } from './find-matches.ts';

/** Where a hit, or one line of it, lies on its page as it is shown. */
export type HitBox = Box & { hit: number };

/** The most hits of one page that are marked; a letter looked for alone would bury the page. */
const maxMarked = 500;

/**
 * Measures where hits lie on the page that the text layer belongs to, in percent of the page. They are laid over the
 * page instead of into its text: marks there belong to the person's own highlights.
 */
export function measureHits(layer: HTMLElement, hits: HitSpans): HitBox[] {
  const page = layer.parentElement?.getBoundingClientRect();
  if (!page || page.width === 0 || page.height === 0) return [];
  const last = Math.min(hits.length / 2, maxMarked);
  const boxes: HitBox[] = [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  let node = walker.nextNode() as Text | null;
  let before = 0;
  for (let hit = 0; hit < last; hit += 1) {
    const start = hits[hit * 2]!;
    const end = hits[hit * 2 + 1]!;
    while (node && before + node.length <= start) {
      before += node.length;
      node = walker.nextNode() as Text | null;
    }
    if (!node) break;
    // One range for each piece: a range over several would measure what lies between them as well.
    for (let piece: Text | null = node, from = before; piece && from < end;) {
      const range = document.createRange();
      range.setStart(piece, Math.max(start - from, 0));
      range.setEnd(piece, Math.min(end - from, piece.length));
      const box = range.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) boxes.push({ ...inPercent(box, page), hit });
      if (from + piece.length >= end) break;
      from += piece.length;
      piece = walker.nextNode() as Text | null;
      // The next hit begins no earlier than where this one ends.
      node = piece;
      before = from;
    }
  }
  return boxes;
}

function inPercent(box: DOMRect, page: DOMRect): Box {
  return {
    left: ((box.left - page.left) / page.width) * 100,
    top: ((box.top - page.top) / page.height) * 100,
    width: (box.width / page.width) * 100,
    height: (box.height / page.height) * 100,
  };
}

import type { Box } from '#app/features/reader/geometry/rotation.ts';
import { textNodesOf } from '#app/features/reader/highlights/text-nodes.ts';
import { spanOf, type HitSpans } from './find-matches.ts';

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
  const nodes = textNodesOf(layer);
  let node = nodes.next().value;
  let before = 0;
  for (let hit = 0; hit < last; hit += 1) {
    const { start, end } = spanOf(hits, hit);
    while (node && before + node.length <= start) {
      before += node.length;
      node = nodes.next().value;
    }
    // One range for each piece: a range over several would measure what lies between them as well.
    while (node && before < end) {
      const range = document.createRange();
      range.setStart(node, Math.max(start - before, 0));
      range.setEnd(node, Math.min(end - before, node.length));
      const box = range.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) boxes.push({ ...inPercent(box, page), hit });
      // The next hit may begin on the same piece.
      if (before + node.length >= end) break;
      before += node.length;
      node = nodes.next().value;
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

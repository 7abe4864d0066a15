import type { Hit } from '#domain/search/search-hits.ts';
import { densestHit, findSought } from '#app/features/viewer/sought-words.ts';
import type { LinedText } from '#app/features/viewer/find/folded-text.ts';
import { findInBothOrders, type OrderedText } from './reading-order.ts';

/** Finds every word of a search in a page's text, as spans of that text, in order and without overlaps. */
export function findAnyWord(page: OrderedText, search: string): Uint32Array {
  const hits = findInBothOrders(page, (text) => hitsIn(text, search));
  return Uint32Array.from(hits.flatMap(({ start, end }) => [start, end]));
}

/**
 * Returns the start of the best hit of a search on a page: the hit that is closely followed by the most other words of
 * the search.
 */
export function startOfBestHit(page: OrderedText, search: string): number {
  const hits = findInBothOrders(page, (text) => hitsIn(text, search));
  return hits[densestHit(hits)]?.start ?? 0;
}

/**
 * Finds hits. The lines of a page's text have nothing between them, so this function adds line breaks before it
 * searches.
 */
function hitsIn({ text, lineEnds }: LinedText, search: string): Hit[] {
  const ends = Array.from(lineEnds);
  let broken = '';
  let from = 0;
  for (const end of ends) {
    broken += `${text.slice(from, end)}\n`;
    from = end;
  }
  broken += text.slice(from);
  let passed = 0;
  /**
   * Converts an offset in the text with line breaks to one in the page's text. Successive offsets must not decrease.
   */
  const unbroken = (offset: number) => {
    for (let end = ends[passed]; end !== undefined && end + passed < offset; end = ends[passed]) passed += 1;
    return offset - passed;
  };
  return findSought(broken, search).map((hit) => ({
    ...hit,
    start: unbroken(hit.start),
    end: unbroken(hit.end),
  }));
}

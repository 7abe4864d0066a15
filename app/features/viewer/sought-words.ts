import { withJoinedWords } from '#domain/search/joined-words.ts';
import { findHits, type Hit } from '#domain/search/search-hits.ts';
import { parseSearchQuery } from '#domain/search/search-query.ts';

/**
 * Finds every occurrence of a word or phrase of a search in a text, in order and without overlaps: the same ones that
 * the search of the library marks in its excerpts. Ignores words that the text does not contain, and misspelt ones.
 */
export function findSought(text: string, search: string): Hit[] {
  return findHits(text, withJoinedWords(parseSearchQuery(search)));
}

/** About three lines, within which the words of a question are usually close together. In UTF-16 code units. */
const nearby = 240;

/**
 * Returns the index of the hit that is closely followed by the most different words of the search; 0 if there is none.
 */
export function densestHit(hits: readonly Hit[]): number {
  let best = { index: 0, count: 0 };
  for (const [index, { start }] of hits.entries()) {
    const near = new Set<number>();
    for (let next = index; next < hits.length; next += 1) {
      const hit = hits[next];
      if (!hit || hit.end > start + nearby) break;
      near.add(hit.clause);
    }
    if (near.size > best.count) best = { index, count: near.size };
  }
  return best.index;
}

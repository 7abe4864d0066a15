import { withJoinedWords } from '#domain/joined-words.ts';
import { findHits, type Hit } from '#domain/search-hits.ts';
import { parseSearchQuery } from '#domain/search-query.ts';

/**
 * Every place in a text where a word or phrase of a search is, in order and without overlaps: the same that the search of
 * the library marks in its excerpts. Words that the text does not have, and misspelt ones, change nothing.
 */
export function findSought(text: string, search: string): Hit[] {
  return findHits(text, withJoinedWords(parseSearchQuery(search)));
}

/** About three lines: the words of a question are that close together. In UTF-16 code units. */
const nearby = 240;

/** The index of the hit from which the most different words of the search follow close by; 0 if there is none. */
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

import { makeExcerpt, type ExcerptPiece } from '#domain/search-excerpt.ts';
import type { SearchQuery } from '#domain/search-query.ts';

/** An excerpt of each text. `check` throws when the search is aborted. */
export function makeExcerpts(texts: readonly string[], query: SearchQuery, check: () => void): ExcerptPiece[][] {
  return texts.map((text) => {
    check();
    return makeExcerpt(text, query);
  });
}

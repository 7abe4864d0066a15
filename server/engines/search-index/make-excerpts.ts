import { makeExcerpt, type ExcerptPiece } from '#domain/search/search-excerpt.ts';
import type { SearchQuery } from '#domain/search/search-query.ts';

/** Returns an excerpt of each text. `check` throws if the search is aborted. */
export function makeExcerpts(texts: readonly string[], query: SearchQuery, check: () => void): ExcerptPiece[][] {
  return texts.map((text) => {
    check();
    return makeExcerpt(text, query);
  });
}

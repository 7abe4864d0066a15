import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchRequest } from '#contract/search.ts';
import type { Shelf } from '#contract/shelf.ts';

/** Nothing is suggested for a shorter text: it would be found in nearly every title. */
export const minSuggestedLength = 2;

/** What a search finds. */
export function findingsQuery(shelf: Shelf, request: SearchRequest) {
  return queryOptions({
    // Begins like every list of materials, so that it is fetched again when the administrator changes one.
    queryKey: ['materials', 'search', request],
    queryFn: () => shelf.search(request),
    placeholderData: (before, query) => {
      // While a filter changes, the results before it stay on screen; not those for other words.
      const asked = query?.queryKey[2] as SearchRequest | undefined;
      return asked?.q === request.q ? before : undefined;
    },
  });
}

/** Suggestions for a text. Those before stay until the answer is there; a request no longer needed is aborted. */
export function suggestionsQuery(shelf: Shelf, text: string) {
  const q = text.trim();
  return queryOptions({
    queryKey: ['suggestions', q.toLowerCase()],
    queryFn: ({ signal }) => shelf.suggest(q, signal),
    enabled: q.length >= minSuggestedLength,
    placeholderData: keepPreviousData,
    // The next letter asks again.
    retry: 0,
  });
}

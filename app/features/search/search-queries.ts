import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchFindings, SearchRequest, SearchSuggestions } from '#contract/search.ts';
import type { Shelf } from '#contract/shelf.ts';

/** Minimum length of a text with suggestions: a shorter one would be found in nearly every title. */
export const minSuggestedLength = 2;

/** Returns the query for the results of a search. */
export function findingsQuery(shelf: Shelf, request: SearchRequest) {
  return queryOptions({
    // Begins like every list of materials, so that it is fetched again when the administrator changes one.
    queryKey: ['materials', 'search', request],
    async queryFn({ client }) {
      const findings = await shelf.search(request);
      // Fetched together, so that nothing moves when they arrive.
      if (!findings.isOnlyKept && hasOffers(findings))
        await client.prefetchQuery(offersQuery(shelf, request.q, findings));
      return findings;
    },
    placeholderData: (before, query) => {
      // While a filter changes, the previous results stay on screen, but not those for other words.
      const asked = query?.queryKey[2] as SearchRequest | undefined;
      return asked?.q === request.q ? before : undefined;
    },
  });
}

/**
 * Returns the query for the suggestions for a text. The previous suggestions stay until the response arrives; a request
 * that is no longer needed is aborted.
 */
export function suggestionsQuery(shelf: Shelf, text: string) {
  const q = text.trim();
  return queryOptions({
    queryKey: ['suggestions', q.toLowerCase()],
    queryFn: ({ signal }) => shelf.suggest(q, signal),
    enabled: q.length >= minSuggestedLength,
    placeholderData: keepPreviousData,
    // The next letter causes another request.
    retry: 0,
  });
}

/** Maximum number of words that are looked up one by one after a search without results, and of subjects offered. */
const maxWordsAlone = 4;
const maxOffered = 6;

/** True if no page has the words as typed. */
export function hasOffers({ total, didYouMean }: Pick<SearchFindings, 'total' | 'didYouMean'>): boolean {
  return total === 0 || didYouMean !== null;
}

/**
 * Returns the query for offers if no page has the words: materials whose title contains them, even within a word; and,
 * if nothing was found, subjects whose name has all words, else only one of the longest words.
 */
export function offersQuery(shelf: Shelf, q: string, { total }: Pick<SearchFindings, 'total'>) {
  const isNothingFound = total === 0;
  return queryOptions({
    queryKey: ['search-offers', q, isNothingFound],
    async queryFn(): Promise<SearchSuggestions> {
      const { subjects, materials } = await shelf.suggest(q);
      return {
        subjects: isNothingFound && subjects.length === 0 ? await subjectsOfWords(shelf, q) : subjects,
        materials,
      };
    },
    retry: 0,
  });
}

async function subjectsOfWords(shelf: Shelf, q: string): Promise<SearchSuggestions['subjects']> {
  const words = [...new Set(q.split(/[\s"]+/))].filter((word) => word.length > minSuggestedLength);
  const longest = words.sort((one, other) => other.length - one.length).slice(0, maxWordsAlone);
  const lists = await Promise.all(longest.map((word) => shelf.suggest(word)));
  const places = lists.flatMap((list) => list.subjects);
  const byPlace = new Map(places.map((place) => [`${place.facultyId} ${place.semesterId} ${place.slug}`, place]));
  return [...byPlace.values()].slice(0, maxOffered);
}

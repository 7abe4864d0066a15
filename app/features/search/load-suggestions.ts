import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** The code of the suggestions, loaded when a search box is used for the first time. */
export const suggestionsCode = queryOptions({
  queryKey: ['suggestions-code'],
  queryFn: async () => (await fetchCode(() => import('./suggestions.tsx'))).Suggestions,
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});

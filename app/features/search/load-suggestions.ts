import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** Query for the code of the suggestions, loaded when a search box is first used. */
export const suggestionsCode = queryOptions({
  queryKey: ['suggestions-code'],
  queryFn: async () => (await fetchCode(() => import('./suggestions.tsx'))).Suggestions,
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});

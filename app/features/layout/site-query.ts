import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** Key of the site in the query cache; every page that the server sends includes it. */
export const siteKey = ['site'] as const;

/** Returns the query for the operator's texts and settings; they don't change while the site is open. */
export function siteQuery(shelf: Shelf) {
  return queryOptions({ queryKey: siteKey, queryFn: () => shelf.site(), staleTime: Infinity, gcTime: Infinity });
}

import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** Where the site is in the cache of queries; every page that the server sends comes with it. */
export const siteKey = ['site'] as const;

/** The operator's texts and settings; they do not change while the site is open. */
export function siteQuery(shelf: Shelf) {
  return queryOptions({ queryKey: siteKey, queryFn: () => shelf.site(), staleTime: Infinity, gcTime: Infinity });
}

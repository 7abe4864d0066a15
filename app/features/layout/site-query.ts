import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** The operator's words and settings; they do not change while a page is open. */
export function siteQuery(shelf: Shelf) {
  return queryOptions({ queryKey: ['site'], queryFn: () => shelf.site(), staleTime: Infinity, gcTime: Infinity });
}

import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/**
 * Returns the query for an informational page by name; its data is null if there is none. The page does not change while the site
 * is open.
 */
export function contentPageQuery(shelf: Shelf, name: string) {
  return queryOptions({
    queryKey: ['content-page', name],
    queryFn: () => shelf.findPage(name),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

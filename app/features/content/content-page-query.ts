import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** An informational page by name, or null if there is none. It does not change while the site is open. */
export function contentPageQuery(shelf: Shelf, name: string) {
  return queryOptions({
    queryKey: ['content-page', name],
    queryFn: () => shelf.findPage(name),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

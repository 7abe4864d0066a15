import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
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

/** Loads an informational page. Throws the router's not-found error if there is no such page. */
export async function loadContentPage(context: { queryClient: QueryClient; shelf: Shelf }, name: string) {
  const page = await context.queryClient.ensureQueryData(contentPageQuery(context.shelf, name));
  if (!page) throw notFound();
  return { title: page.title, description: page.description };
}

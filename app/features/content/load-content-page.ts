import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { Shelf } from '#contract/shelf.ts';
import { contentPageQuery } from './content-page-query.ts';

/** Loads an informational page. Throws the router's not-found error if there is no such page. */
export async function loadContentPage(context: { queryClient: QueryClient; shelf: Shelf }, name: string) {
  const page = await context.queryClient.ensureQueryData(contentPageQuery(context.shelf, name));
  if (!page) throw notFound();
  return { title: page.title, description: page.description };
}

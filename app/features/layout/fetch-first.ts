import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { answerStatus } from './answer-status.ts';

/**
 * Starts a query whose failure is the page's own to tell; never throws. The server waits for it,
 * and answers a page that had to do without with 503, so that nobody keeps it; the browser goes on at once and shows a
 * skeleton until the answer is there.
 */
export async function fetchFirst<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const fetched = queryClient.prefetchQuery(query);
  if (!import.meta.env.SSR) return;
  await fetched;
  if (queryClient.getQueryState(query.queryKey)?.status === 'error') answerStatus(503);
}

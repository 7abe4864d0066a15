import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createIsomorphicFn } from '@tanstack/react-start';
import { setResponseStatus } from '@tanstack/react-start/server';

/** Sets the status of the page that is being rendered; does nothing in the browser. */
export const answerStatus: (status: 410 | 503) => void = createIsomorphicFn()
  .server((status: 410 | 503) => setResponseStatus(status))
  .client(() => {});

/** Set in the query cache, which the browser receives, if a query failed while the server rendered the page. */
export const incompleteKey = ['incomplete'] as const;

/**
 * Starts a query whose error the page shows itself; never throws. The server waits for it. If it fails, the server responds with
 * 503, so that no cache stores the page, and the page explains it (incomplete-notice.tsx). The browser continues at once and
 * shows a skeleton until the data arrives.
 */
export async function fetchFirst<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const fetched = queryClient.prefetchQuery(query);
  if (!import.meta.env.SSR) return;
  await fetched;
  if (queryClient.getQueryState(query.queryKey)?.status !== 'error') return;
  answerStatus(503);
  queryClient.setQueryData(incompleteKey, true);
}

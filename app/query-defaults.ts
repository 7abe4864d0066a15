/** Time for which each query's data are fresh, and its retries. */
export const queryDefaults = {
  // Data is fresh when a page is opened, and the library changes rarely during a visit.
  staleTime: 60_000,
  // Unused data is evicted after 5 minutes. Three retries, after 1 s, doubling up to 30 s.
  gcTime: 5 * 60_000,
  // On the server the library is in the same process: a retry would only delay the visitor.
  retry: import.meta.env.SSR ? 0 : 3,
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
  refetchOnWindowFocus: false,
  // The requests themselves wait for the network (shelf-client.ts). In the default mode, Query would pause them and
  // prefetching would do nothing.
  networkMode: 'always' as const,
  refetchOnReconnect: true,
};

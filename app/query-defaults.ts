/** How long what was fetched is kept, and how what failed is tried again, everywhere. */
export const queryDefaults = {
  // Pages are fresh when they arrive; the shelf changes seldom while somebody reads.
  staleTime: 60_000,
  // Unused data is dropped after 5 minutes. Three retries, after 1 s, doubling up to 30 s.
  gcTime: 5 * 60_000,
  // The server's shelf is in process: asking again would only keep the visitor waiting.
  retry: import.meta.env.SSR ? 0 : 3,
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
  refetchOnWindowFocus: false,
  // The shelf itself waits for the line (shelf-client.ts). Held back by Query, nothing would be asked for at a touch.
  networkMode: 'always' as const,
  refetchOnReconnect: true,
};

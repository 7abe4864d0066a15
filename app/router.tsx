import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { routeTree } from './route-tree.gen.ts';
import { openShelf } from './shelf.ts';
import { CrashPage } from './features/layout/crash-page.tsx';
import { NotFoundPage } from './features/layout/not-found-page.tsx';

/** One router for each request on the server, one for the life of the page in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    // Specification 8: what cannot be fetched is logged, wherever it was asked for.
    queryCache: new QueryCache({ onError: (error, query) => console.error(`not fetched: ${query.queryHash}`, error) }),
    defaultOptions: {
      queries: {
        // Pages are fresh when they arrive; the shelf changes seldom while somebody reads.
        staleTime: 60_000,
        // Specification 9: garbage collection 5 minutes, 3 retries, doubling from 1 s up to 30 s.
        gcTime: 5 * 60_000,
        // The server's shelf is in process: asking again would only keep the visitor waiting.
        retry: import.meta.env.SSR ? 0 : 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
      },
    },
  });
  const router = createRouter({
    routeTree,
    context: { queryClient, shelf: openShelf() },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Search parameters are plain text; read as JSON, a search for 1e3 would become one for 1000.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { routeTree } from './route-tree.gen.ts';
import { openShelf } from './shelf.ts';
import { CrashPage } from './features/layout/crash-page.tsx';
import { NotFoundPage } from './features/layout/not-found-page.tsx';

/** One router for each request on the server, one for the life of the page in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Pages are fresh when they arrive; the shelf changes seldom while somebody reads.
        staleTime: 60_000,
        // Specification 9: garbage collection 5 minutes, 3 retries, doubling from 1 s up to 30 s.
        gcTime: 5 * 60_000,
        retry: 3,
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

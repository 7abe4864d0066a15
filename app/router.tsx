import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { readParameters, writeParameters } from '#contract/address-parameters.ts';
import type { Site } from '#contract/shelf.ts';
import { keepEarlyScroll } from './early-scroll.ts';
import { keepCanonical } from './keep-canonical.ts';
import { retryPageCode } from './retry-page-code.ts';
// The generated file imports only the type of this one.
// oxlint-disable-next-line import/no-cycle
import { routeTree } from './route-tree.gen.ts';
import { queryDefaults } from './query-defaults.ts';
import { omitRenderTimes, setOpeningTimes } from './render-times.ts';
import { readScriptMark } from './script-mark.ts';
import { openShelf } from './open-shelf.ts';
import { CrashPage } from './features/layout/crash-page.tsx';
import { siteKey } from './features/layout/site-query.ts';
import { savesData } from './features/layout/saves-data.ts';
import { NotFoundPage } from './features/layout/not-found-page.tsx';
import { limitScripts } from './ui/trusted-types.ts';

/** Creates a router: on the server one for each request, in the browser one for the life of the page. */
export function getRouter() {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => console.error(`not fetched: ${query.queryHash}`, error) }),
    defaultOptions: {
      queries: queryDefaults,
    },
  });
  const router = createRouter({
    routeTree,
    context: { queryClient, shelf: openShelf(() => queryClient.getQueryData<Site>(siteKey)) },
    ssr: { nonce: readScriptMark() },
    // Every unknown address gets the same page (server/http/pages/pages.ts).
    notFoundMode: 'root',
    // On hover, focus and the start of a touch.
    defaultPreload: !import.meta.env.SSR && savesData() ? false : 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: import.meta.env.SSR || keepEarlyScroll(),
    // Search parameters are plain text. Parsed as JSON, a search for 1e3 would become one for 1000.
    parseSearch: readParameters,
    stringifySearch: writeParameters,
    defaultErrorComponent: CrashPage,
    // The router's error page has its own texts: `client.tsx` shows ours, above the router.
    disableGlobalCatchBoundary: true,
    defaultNotFoundComponent: NotFoundPage,
  });
  if (!import.meta.env.SSR) router.options.hydrate = setOpeningTimes;
  setupRouterSsrQueryIntegration({ router, queryClient });
  if (import.meta.env.SSR) {
    omitRenderTimes(router);
  } else {
    limitScripts();
    keepCanonical(router.history);
    retryPageCode(router.routesById);
  }
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

import { QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createRouter,
  lazyRouteComponent,
  type AnyRouter,
  type LocationRewrite,
  type RouterHistory,
} from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { fetchCode, retryMissingStyles } from '#app/features/layout/fetch-code.ts';
import { readParameters, writeParameters } from '#contract/address-parameters.ts';
import { canonicalPath } from '#contract/canonical-path.ts';
import { serviceWorkerOf } from '#contract/languages.ts';
import { splitLanguage } from '#contract/split-language.ts';
import type { Site, Shelf } from '#contract/shelf.ts';
import { pathPrefix, tag } from '#messages/language.ts';
import { CrashPage } from '#app/features/layout/message-page.tsx';
import { localAddress } from '#app/features/layout/local-address.ts';
import { savesData } from '#app/features/layout/when-idle.ts';
import { siteKey } from './features/layout/site-query.ts';
import { queryDefaults } from './query-defaults.ts';
import { omitRenderTimes, setOpeningTimes } from './render-times.ts';
// The generated file imports only the type of this one.
// oxlint-disable-next-line import/no-cycle
import { routeTree } from './route-tree.gen.ts';
import { createShelfClient } from './shelf-client.ts';
import { limitScripts } from './ui/trusted-types.ts';

const NotFoundPage = lazyRouteComponent(() => import('#app/features/layout/not-found-page.tsx'), 'NotFoundPage');

type Fetched = { preload?: (() => Promise<void>) | undefined };

/**
 * Makes navigation wait for the network when the code of a page can't be loaded. Without this, the router would reload
 * the whole document, and without a network the browser would then show its own error page. The router still reloads
 * once if the server responds but no longer has the code: then the site was updated.
 */
function retryPageCode(routes: AnyRouter['routesById']): void {
  retryMissingStyles();
  waitForCode(NotFoundPage as Fetched);
  for (const { options } of Object.values(routes)) {
    for (const component of [options.component, options.errorComponent, options.notFoundComponent]) {
      waitForCode(component as Fetched | undefined);
    }
  }
}

function waitForCode(component: Fetched | undefined): void {
  const load = component?.preload;
  if (!component || !load) return;
  let pending: Promise<void> | undefined;
  component.preload = () =>
    (pending ??= fetchCode(async () => {
      await load();
      // `preload` resolves even after a failure; it is removed once the code has been loaded.
      if (component.preload) throw new Error('the code of a page did not arrive');
    })
      // The router reports the error when it renders the page.
      .catch(() => {})
      .finally(() => (pending = undefined)));
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: { shelf: Shelf; scriptMark: string } };
  }
}

/**
 * Returns the shelf for loaders: in process while the server renders (from the context of the request), over the
 * contract when the browser navigates. `readSite` returns the site if the page came with it.
 */
const openShelf: (readSite: () => Site | undefined) => Shelf = createIsomorphicFn()
  .server((_readSite: () => Site | undefined): Shelf => {
    const context = getGlobalStartContext() as { shelf?: Shelf } | undefined;
    if (!context?.shelf) throw new Error('the page was requested without a shelf in its request context');
    return context.shelf;
  })
  .client((readSite: () => Site | undefined): Shelf => createShelfClient(readSite));

/**
 * Returns the mark that the app sets as `nonce` on its own inline scripts, so that the server recognises them; only
 * these may run (server/http/pages/render-page.ts). The server removes it before it sends the page.
 */
const readScriptMark: () => string | undefined = createIsomorphicFn()
  .server((): string | undefined => (getGlobalStartContext() as { scriptMark?: string } | undefined)?.scriptMark)
  .client((): string | undefined => undefined);

/**
 * Rewrites every address within the page in its canonical form, as the server does before it renders a page. Done in
 * the history instead of by redirects of routes, because the router ignores a slash at the end of an address.
 */
function keepCanonical(history: RouterHistory): void {
  history.subscribe(({ location }) => {
    const canonical = canonicalPath(location.pathname);
    if (canonical === null || canonical === location.pathname) return;
    history.replace(canonical + location.search + location.hash, location.state);
  });
}

/**
 * Returns the function for the router's `scrollRestoration` in the browser: true if the router may scroll the rendered page. It
 * may not scroll the first page once that is away from its top: the inline script has restored its position, or the visitor
 * scrolled before the scripts loaded, and the router would jump back to the top.
 */
function keepEarlyScroll(): () => boolean {
  let isFirst = true;
  return () => {
    const isKept = isFirst && scrollY > 0;
    isFirst = false;
    // The router only remembers positions for which it saw a scroll event.
    if (isKept) document.dispatchEvent(new Event('scroll'));
    return !isKept;
  };
}

/**
 * Adds the language to addresses that the router writes, and removes it from those that it reads. The router's own
 * `basepath` would end the address of Home with a slash.
 */
const languageRewrite: LocationRewrite | undefined =
  (pathPrefix as string) === ''
    ? undefined
    : {
        input({ url }) {
          url.pathname = splitLanguage(url.pathname).address;
          return url;
        },
        output({ url }) {
          url.pathname = localAddress(url.pathname);
          return url;
        },
      };

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
    ...(languageRewrite && { rewrite: languageRewrite }),
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
    limitScripts(serviceWorkerOf(tag));
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

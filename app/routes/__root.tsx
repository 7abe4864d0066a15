import { useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, Scripts } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import { SiteHead } from '#app/features/head/site-head.tsx';
import { earlyInputScript } from '#app/features/layout/early-input-script.ts';
import type { EarlyInput } from '#app/features/layout/early-input.ts';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { IncompleteNotice } from '#app/features/layout/incomplete-notice.tsx';
import { LaterLanguageOffer } from '#app/features/layout/later-language-offer.tsx';
import { localAddress } from '#app/features/layout/local-address.ts';
import { NoConnectionNotice } from '#app/features/layout/no-connection.tsx';
import { productName } from '#app/features/layout/page-head.ts';
import { usePrefetchInSight } from '#app/features/layout/prefetch-in-sight.ts';
import { SiteFooter } from '#app/features/layout/site-footer.tsx';
import { SiteHeader } from '#app/features/layout/site-header.tsx';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { inSupportedBrowsers } from '#app/features/layout/supported-browser.ts';
import { themeColors, themeScript } from '#app/features/layout/theme.ts';
import { useNavigationFocus } from '#app/features/layout/use-navigation-focus.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { readOpened } from '#app/features/materials/opened-address.ts';
import { returningScript } from '#app/features/my-reading/returning-script.ts';
import { OfflineParts } from '#app/features/offline/offline-parts.tsx';
import { openedMaterialQuery } from '#app/features/open-material/opened-material-query.ts';
import { OpenedMaterial } from '#app/features/open-material/opened-material.tsx';
import { SearchOpener } from '#app/features/search/search-opener.tsx';
import { AccountLink } from '#app/features/session/account-link.tsx';
import { useSessionStart } from '#app/features/session/session.ts';
import { FacultyProvider } from '#app/features/subject/faculty-context.tsx';
import styles from '#app/styles/app.css?url';
import serif from '#app/styles/source-serif-4.woff2?url';
import { useTooltips } from '#app/ui/tooltip/tooltip.ts';
import type { Shelf } from '#contract/shelf.ts';
import { direction, tag } from '#messages/language.ts';
import * as words from '#messages/layout.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; shelf: Shelf }>()({
  loader: async ({ context, location }) => {
    await context.queryClient.ensureQueryData(siteQuery(context.shelf));
    const opened = readOpened(location.searchStr);
    // Preview of a shared link. The browser does not wait for it.
    if (import.meta.env.SSR && opened)
      await fetchFirst(context.queryClient, openedMaterialQuery(context.shelf, opened.id));
  },
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: productName },
      { property: 'og:site_name', content: productName },
      { property: 'og:type', content: 'website' },
    ],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', href: serif, crossOrigin: 'anonymous' },
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
      { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: localAddress('/manifest.webmanifest') },
    ],
    // The script has run before the app starts, so the app has no copy of it.
    scripts: [
      { children: import.meta.env.SSR ? inSupportedBrowsers(themeScript + returningScript + earlyInputScript) : '' },
    ],
  }),
  component: Root,
  shellComponent: Shell,
});

function Shell({ children }: { children: ReactNode }) {
  return (
    // A script sets the class of the theme before React starts.
    <html lang={tag} dir={direction} suppressHydrationWarning>
      <head>
        {/* Not in `head` of the route, because the router allows one meta element of each name. Before its scripts, which read
            them. */}
        {themeColors.map(({ color, media }) => (
          <meta key={media} name="theme-color" media={media} content={color} />
        ))}
        <SiteHead />
      </head>
      <body>
        {children}
        <Suspense>
          <HydrationMark />
        </Suspense>
        <Scripts />
      </body>
    </html>
  );
}

function Root() {
  const { shelf } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  useSessionStart(site.ids);
  useNavigationFocus('content');
  usePrefetchInSight();
  useTooltips();
  return (
    <FacultyProvider>
      <a
        href="#content"
        className="absolute top-2 start-2 z-50 -translate-y-24 rounded-card bg-accent px-4 py-3 font-medium text-on-accent focus:translate-y-0"
      >
        {words.skipToContent}
      </a>
      <div className="flex min-h-dvh flex-col">
        <SiteHeader site={site} account={<AccountLink />} search={<SearchOpener />} />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          <IncompleteNotice />
          <OfflineParts />
          <Outlet />
        </main>
        <SiteFooter site={site} year={yearAt(site.timeZone)} />
      </div>
      <LaterLanguageOffer site={site} />
      <NoConnectionNotice />
      <OpenedMaterial />
    </FacultyProvider>
  );
}

/**
 * Sets `data-hydrated` on the root element when React has hydrated the whole page and run every effect. Must be the
 * last element of every page, within a separate `Suspense`: React hydrates `Suspense` boundaries in order, after
 * everything around them. Controls that need hydration are hidden until then, and the browser tests wait for the
 * attribute. What the visitor did before is repeated then.
 */
function HydrationMark(): null {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
    const early = (globalThis as { earlyInput?: EarlyInput }).earlyInput;
    // From here on React has the events.
    early?.stop.abort();
    // Rarely needed, so its code is loaded then; it runs when it is loaded.
    if (early?.isUsed) void import('#app/features/layout/early-input.ts');
  }, []);
  return null;
}

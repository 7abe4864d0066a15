import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Shelf } from '#contract/shelf.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import styles from '#app/styles/app.css?url';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; shelf: Shelf }>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery(context.shelf)),
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: 'Examshelf' },
    ],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: Root,
  shellComponent: Shell,
});

function Shell({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function Root() {
  return <Outlet />;
}

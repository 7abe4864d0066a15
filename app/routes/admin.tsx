import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { pages } from '#contract/addresses.ts';
import { facultiesQuery } from '#app/features/subject/faculty-queries.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { useIsOffline } from '#app/features/layout/network-state.ts';
import { readPanelSearch } from '#app/features/manage/panel-search.ts';
import { NoConnection } from '#app/features/layout/no-connection.tsx';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { useSession } from '#app/features/session/session.ts';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { pageTitle } from '#app/features/layout/page-head.ts';
import * as words from '#messages/panel.ts';

/** The tab, and the list of Manage, are in the address. */
export const Route = createFileRoute('/admin')({
  validateSearch: readPanelSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(facultiesQuery(context.shelf)),
  head: () => ({ meta: [{ title: pageTitle([words.title]) }, { name: 'robots', content: 'noindex' }] }),
  component: Admin,
});

/** The panel and the SDK are loaded after someone has signed in; the server renders neither. */
const AdminPanel = lazy(() =>
  fetchCode(() => import('./-admin-panel.tsx')).then(({ AdminPanel }) => ({ default: AdminPanel })),
);

function Admin() {
  const { shelf } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const { data: faculties } = useSuspenseQuery(facultiesQuery(shelf));
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useSession();
  // Once open the panel stays open: when a session ends later, it is renewed in place and the form stays.
  const [isOpen, setOpen] = useState(false);
  if (session?.isSignedIn && !isOpen) setOpen(true);
  if (session && !session.isSignedIn && !isOpen) return <Navigate to={pages.login()} replace />;
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-6">
      {isOpen ? (
        <Suspense fallback={<PanelLoading />}>
          <AdminPanel
            {...{ shelf, site, faculties, search }}
            onSearch={(change, isJump = false) =>
              void navigate({
                search: (before) => readPanelSearch({ ...before, ...change }),
                // Back returns to the page before a jump; tabs and filters add no entries.
                replace: !isJump,
                resetScroll: false,
              })
            }
          />
        </Suspense>
      ) : (
        <PanelLoading />
      )}
    </div>
  );
}

function PanelLoading() {
  const isLineLost = useIsOffline();
  return (
    <>
      <h1 className="mb-6 text-3xl">{words.title}</h1>
      {isLineLost ? <NoConnection /> : <SkeletonRows />}
      <noscript>{words.needsScripts}</noscript>
    </>
  );
}

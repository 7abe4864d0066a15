import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType } from 'react';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/pages/saved.ts';

/** The offline materials of this device. The page opens without a connection, even for the first time. */
export const Route = createFileRoute('/kept')({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery(context.shelf)),
  head: () => {
    const head = pageHead([nouns.savedOnDevice], titles.savedDescription);
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: SavedPage,
});

function SavedPage() {
  useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(function loadList() {
    void fetchCode(() => import('#app/features/offline-list/saved-materials.tsx')).then(
      ({ SavedMaterials }) => setList(() => SavedMaterials),
      () => {},
    );
  }, []);
  return (
    <div className="mx-auto min-h-[70vh] max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">{nouns.savedOnDevice}</h1>
      <p className="mt-3 max-w-[66ch] text-lg text-muted">{words.introduction}</p>
      <p className="only-without-scripts mt-3">{words.needsScripts}</p>
      {List ? <List /> : <Skeleton className="hidden-without-scripts mt-6 h-40 w-full" />}
    </div>
  );
}

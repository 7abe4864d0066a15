import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { redirectToLastPart } from '#app/features/materials/last-part.ts';
import { PageSearchBox } from '#app/features/search/page-search-box.tsx';
import { resultPartSize } from '#contract/search.ts';
import { readSearchAddress, requestOf } from '#app/features/search/search-address.ts';
import { Findings } from '#app/features/search/search-findings.tsx';
import { findingsQuery } from '#app/features/search/search-queries.ts';
import { SearchStart } from '#app/features/search/search-start.tsx';
import { facultiesQuery } from '#app/features/subject/faculty-queries.ts';
import * as titles from '#messages/head.ts';

/** Full-text search. Words, filters and the part of the results are in the address. */
export const Route = createFileRoute('/search')({
  validateSearch: readSearchAddress,
  loaderDeps: ({ search }) => ({ request: requestOf(search), part: search.part }),
  loader: async ({ context: { queryClient, shelf }, deps: { request, part } }) => {
    const findings = request && findingsQuery(shelf, request);
    await Promise.all([
      queryClient.ensureQueryData(facultiesQuery(shelf)),
      findings && fetchFirst(queryClient, findings),
    ]);
    if (!findings) return;
    redirectToLastPart(queryClient, findings, part, resultPartSize);
  },
  head: ({ match }) => {
    const { q } = match.search;
    const head = pageHead(q ? [q, titles.search] : [titles.search], titles.searchDescription);
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  staticData: { ownSearch: ({ q }) => ({ q }) },
  component: SearchPage,
});

function SearchPage() {
  const address = Route.useSearch();
  const { request } = Route.useLoaderDeps();
  const { data: faculties } = useSuspenseQuery(facultiesQuery(Route.useRouteContext().shelf));
  return (
    <div className="mx-auto max-w-page px-4 py-8 sm:px-6">
      <div className="max-w-3xl">
        <h1 className="mb-4 text-3xl">{titles.search}</h1>
        <PageSearchBox text={address.q ?? ''} />
        {!request && <SearchStart />}
      </div>
      {request && <Findings address={address} request={request} faculties={faculties} />}
    </div>
  );
}

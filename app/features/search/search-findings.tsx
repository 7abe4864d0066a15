import { useQuery, useSuspenseQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useIsOffline } from '#app/features/layout/network-state.ts';
import { NoConnection } from '#app/features/layout/no-connection.tsx';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { Pager } from '#app/features/materials/pager.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { LoadingWords, Skeleton } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { searchFilters } from '#contract/search-filters.ts';
import { resultPartSize, type SearchFindings, type SearchRequest } from '#contract/search.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/search/page.ts';
import { labelOf } from './filter-names.ts';
import { FilterPanel } from './filter-panel.tsx';
import { NothingFound, MatchingTitles } from './nothing-found.tsx';
import { rememberSearch } from './recent-searches.ts';
import { Named } from './named.tsx';
import { countFilters, toggleFilter, toUnderstood, withoutFilters, type SearchAddress } from './search-address.ts';
import { findingsQuery } from './search-queries.ts';
import { SearchResult } from './search-result.tsx';

type ChosenFiltersProps = { address: SearchAddress; faculties: readonly FacultySummary[] };

/** Shows the chosen filters, each as a link that removes it; nothing if there are none. */
function ChosenFilters({ address, faculties }: ChosenFiltersProps) {
  const calendar = useCalendar();
  if (countFilters(address) === 0) return null;
  const chosen = (address.facultyId ?? []).map((id) => faculties.find((faculty) => faculty.id === id) ?? []).flat();
  return (
    <ul aria-label={words.chosenFilters} className="no-print flex flex-wrap items-center gap-2">
      {searchFilters.flatMap((name) =>
        (address[name] ?? []).map((value) => (
          <li key={`${name} ${value}`} className="max-w-full">
            <Link
              to="/search"
              search={toggleFilter(address, name, value)}
              resetScroll={false}
              className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-edge bg-card py-1 ps-4 pe-2.5 text-sm hover:border-accent hover:text-accent"
            >
              <span className="sr-only">{words.removeFilter} </span>
              <bdi className="truncate">
                {labelOf(name, value, { faculties: chosen.length > 0 ? chosen : faculties, calendar })}
              </bdi>
              <X aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          </li>
        )),
      )}
      <li>
        <Link
          to="/search"
          search={withoutFilters(address)}
          resetScroll={false}
          className="flex min-h-11 items-center px-2 text-sm text-accent underline underline-offset-4"
        >
          {actions.clearFilters}
        </Link>
      </li>
    </ul>
  );
}

type SearchFindingsProps = { address: SearchAddress; request: SearchRequest; faculties: readonly FacultySummary[] };

/** Renders the results: the filters, and the materials with their best pages. */
export function Findings({ address: typed, request, faculties }: SearchFindingsProps) {
  const { shelf } = useRouter().options.context;
  const findings = useQuery(findingsQuery(shelf, request));
  const { data } = findings;
  const hasFound = (data?.total ?? 0) > 0;
  const address = data ? toUnderstood(typed, data) : typed;

  useEffect(
    function remember() {
      if (hasFound) rememberSearch(request.q);
    },
    [hasFound, request.q],
  );

  return (
    <div className="mt-6 grid gap-x-10 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      {data ? (
        <FilterPanel address={address} facets={data.facets} total={data.total} faculties={faculties} />
      ) : (
        <FiltersToCome />
      )}
      <div className="min-w-0" aria-busy={findings.isPlaceholderData || undefined}>
        {data && <Named findings={data} />}
        <ChosenFilters address={address} faculties={faculties} />
        {data && <Reading findings={data} address={typed} />}
        {data && data.total > 0 && data.didYouMean !== null && (
          <div className="my-6 empty:hidden">
            <MatchingTitles q={request.q} total={data.total} />
          </div>
        )}
        <FoundCount findings={findings} />
        {!data && <NotLoaded findings={findings} />}
        {data?.isOnlyKept && (
          <Notice tone="warning" className="mt-2">
            {words.onlyDevice}
          </Notice>
        )}
        {data?.total === 0 && data.isOnlyKept && <EmptyState text={words.noneOnDevice(request.q)} />}
        {data?.total === 0 && !data.isOnlyKept && (
          <NothingFound address={address} q={request.q} isNamed={!!data.understood?.subjects.length} />
        )}
        {data && data.total > 0 && (
          <Results data={data} request={request} faculties={faculties} isBefore={findings.isPlaceholderData} />
        )}
        {data && <Pager part={address.part ?? 1} size={resultPartSize} total={data.total} />}
      </div>
    </div>
  );
}

/** Reserves the space of the filters while they are loading, so that nothing moves. */
function FiltersToCome() {
  return <div className="max-lg:h-11" />;
}

type ResultsProps = Pick<SearchFindingsProps, 'request' | 'faculties'> & {
  data: SearchFindings;
  /** True while these are the results from before a filter was changed. */
  isBefore: boolean;
};

function Results({ data, request, faculties, isBefore }: ResultsProps) {
  const { shelf } = useRouter().options.context;
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  // If no page has the words as typed, the pages contain the corrected ones.
  const find = data.didYouMean ?? data.understood?.applied?.q ?? request.q;
  return (
    <ol className={`divide-y divide-hairline ${isBefore ? 'opacity-60' : ''}`}>
      {data.results.map((found) => (
        <SearchResult key={found.material.id} found={found} find={find} site={site} faculties={faculties} />
      ))}
    </ol>
  );
}

const readingLink = 'font-medium text-accent underline underline-offset-4';

/**
 * Says how the text was read, if not as typed: with a misspelt word corrected, as the name of a subject, or without the
 * excluded words. Each line has a link that undoes it.
 */
function Reading({ findings, address }: { findings: SearchFindings; address: SearchAddress }) {
  const { didYouMean, isCorrected, excluded, understood } = findings;
  const asTyped = (
    <Link to="/search" search={{ ...address, part: undefined, as: 'typed' }} className={readingLink}>
      {words.searchInstead(<bdi key="typed">{address.q}</bdi>)}
    </Link>
  );
  return (
    <>
      {understood?.applied && (
        <p className="mt-2">
          {words.showingMaterialsOf(
            <bdi key="subject" className="font-medium">
              {understood.applied.q}
            </bdi>,
          )}{' '}
          {asTyped}
        </p>
      )}
      {didYouMean !== null && isCorrected && (
        <p className="mt-2">
          {words.showingResultsFor(
            <bdi key="corrected" className="font-medium">
              {didYouMean}
            </bdi>,
          )}{' '}
          {asTyped}
        </p>
      )}
      {didYouMean !== null && !isCorrected && (
        <p className="mt-2">
          {words.didYouMean(
            <Link key="corrected" to="/search" search={{ q: didYouMean }} className={readingLink}>
              <bdi>{didYouMean}</bdi>
            </Link>,
          )}
        </p>
      )}
      {excluded.map(({ text, q }) => (
        <p key={q} className="mt-2">
          {words.without(
            <bdi key="excluded" className="font-medium">
              {text}
            </bdi>,
          )}{' '}
          <Link to="/search" search={{ ...address, part: undefined, q }} className={readingLink}>
            {words.putBack(<bdi key="excluded">{text}</bdi>)}
          </Link>
        </p>
      ))}
    </>
  );
}

/**
 * Renders the number of results, also for screen readers. Stays mounted while the search changes, because screen
 * readers read out only a change of an existing live region.
 */
function FoundCount({ findings: { data, isPlaceholderData } }: { findings: UseQueryResult<SearchFindings> }) {
  return (
    <output className={data?.total === 0 ? 'sr-only' : 'mt-2 block min-h-[1lh] text-sm text-muted'}>
      {data && !isPlaceholderData && describeCount(data)}
    </output>
  );
}

function describeCount({ total, matched }: SearchFindings): string {
  if (total === 0) return words.noResults;
  return matched === 'some' ? words.foundMost(total) : words.found(total);
}

/** Renders the state loading, waiting for the connection, or failed. */
function NotLoaded({ findings }: { findings: UseQueryResult<SearchFindings> }) {
  const isLineLost = useIsOffline();
  // An error on the server is not sent along: the browser requests it again and starts with the same skeleton.
  const isFailed = findings.isError && !import.meta.env.SSR;
  return (
    <div className="mt-4">
      {isLineLost ? (
        <NoConnection onTry={findings.isError ? findings.refetch : undefined} />
      ) : isFailed ? (
        <EmptyState text={words.unavailable}>
          <TryAgain busy={findings.isFetching} onTry={findings.refetch} />
        </EmptyState>
      ) : (
        <ResultSkeletons />
      )}
    </div>
  );
}

function ResultSkeletons() {
  return (
    <output className="grid gap-8">
      <LoadingWords />
      {Array.from({ length: 4 }, (_, index) => (
        <span key={index} className="flex gap-3 sm:gap-5">
          <Skeleton className="aspect-[3/4] w-14 shrink-0 sm:w-20" />
          <span className="grid flex-1 content-start gap-3">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-12 w-full" />
          </span>
        </span>
      ))}
    </output>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { booksLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { bookGridStyle } from '#app/features/library/book-card.tsx';
import { BookGrid } from '#app/features/library/book-grid.tsx';
import { BookFilters } from '#app/features/library/book-filters.tsx';
import { bookPartSize, booksQuery, facultyBooksQuery, filtersBySemester } from '#app/features/library/book-queries.ts';
import { readBookSearch, resolveBookFilter, type BookFilter } from '#app/features/library/book-search.ts';
import { LibraryCrash } from '#app/features/library/library-crash.tsx';
import { OtherSemestersButton, OtherSemestersLine } from '#app/features/library/other-semesters.tsx';
import { redirectToLastPart } from '#app/features/materials/last-part.ts';
import { ListStates } from '#app/features/materials/list-states.tsx';
import { Pager } from '#app/features/materials/pager.tsx';
import { StableList } from '#app/features/materials/stable-list.tsx';
import { facultiesQuery } from '#app/features/subject/faculty-queries.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { LinkTabs } from '#app/ui/link-tabs.tsx';
import { LoadingWords, Skeleton } from '#app/ui/skeleton.tsx';
import { tabStyle } from '#app/ui/tab-style.ts';
import * as actions from '#messages/actions.ts';
import * as titles from '#messages/head.ts';
import * as words from '#messages/library/books.ts';
import * as nouns from '#messages/nouns.ts';
import { countWords } from '#messages/kinds.ts';

/** The library of books. Filters, search, tab and page number are in the address. */
export const Route = createFileRoute('/books')({
  validateSearch: readBookSearch,
  loaderDeps: ({ search: { faculty, semester, q, part } }) => ({ faculty, semester, q, part }),
  loader: async ({ context, deps }) => {
    const faculties = await context.queryClient.ensureQueryData(facultiesQuery(context.shelf));
    const filter = resolveBookFilter(deps, faculties);
    const books = booksQuery(context.shelf, filter, deps.part);
    await Promise.all([
      fetchFirst(context.queryClient, books),
      filtersBySemester(filter) && fetchFirst(context.queryClient, facultyBooksQuery(context.shelf, filter)),
    ]);
    redirectToLastPart(context.queryClient, books, deps.part, bookPartSize);
  },
  head: () => pageHead([nouns.library], titles.booksDescription),
  staticData: {
    // A filtered list has no separate canonical address, nor do its later pages.
    ownSearch: ({ part, faculty, q }) => (faculty || q ? {} : { part }),
  },
  component: LibraryPage,
  errorComponent: LibraryCrash,
});

function LibraryPage() {
  const { shelf } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: faculties } = useSuspenseQuery(facultiesQuery(shelf));
  const filter = resolveBookFilter(search, faculties);
  const showsFavorites = search.tab === 'favorites';

  return (
    <div className="mx-auto max-w-page px-4 py-8 sm:px-6">
      <h1 className="text-3xl">{nouns.library}</h1>
      <p className="mt-1 mb-5 text-muted">{words.introduction}</p>
      <LinkTabs label={words.books}>
        <Link
          id="tab-all"
          role="tab"
          aria-selected={!showsFavorites}
          aria-controls="panel-all"
          to="/books"
          search={({ tab: _tab, ...rest }) => rest}
          className={tabStyle}
        >
          {words.allBooks}
        </Link>
      </LinkTabs>
      <div role="tabpanel" id="panel-all" aria-labelledby="tab-all" hidden={showsFavorites} className="pt-6">
        <BookFilters
          filter={filter}
          faculties={faculties}
          onChange={(change) =>
            void navigate({
              search: (before) => readBookSearch({ ...before, ...change, part: undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
        <div className="mt-6">
          <BookCount filter={filter} part={search.part} />
          <Books filter={filter} part={search.part} />
          {filter.text !== '' && (
            <p className="mt-8 text-center">
              <Link
                to="/search"
                search={{ q: filter.text }}
                className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
              >
                <Search aria-hidden="true" className="size-5 shrink-0" />
                <span className="line-clamp-2">{words.searchEverything(filter.text)}</span>
              </Link>
            </p>
          )}
        </div>
      </div>
      {/* There is no tab for it on screen; only the address opens it. */}
      <div role="tabpanel" aria-label={words.favorites} hidden={!showsFavorites} className="pt-6">
        <p className="text-muted">{words.noFavorites}</p>
      </div>
    </div>
  );
}

/** Announces the number of books to screen readers. An empty list announces itself. */
function BookCount({ filter, part }: { filter: BookFilter; part: number | undefined }) {
  const { data, isPlaceholderData } = useQuery(booksQuery(Route.useRouteContext().shelf, filter, part));
  return (
    <>
      <output className={data?.total === 0 ? 'sr-only' : 'mb-4 block min-h-[1lh] text-sm text-muted'}>
        {data && !isPlaceholderData && countWords('book', data.total)}
      </output>
      {data?.total !== 0 && <OtherSemestersLine filter={filter} part={part} />}
    </>
  );
}

function Books({ filter, part }: { filter: BookFilter; part: number | undefined }) {
  const { shelf } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const query = booksQuery(shelf, filter, part);
  const books = useQuery(query);
  const scope = JSON.stringify(query.queryKey);
  useLiveList(booksLiveList);
  return (
    <StableList list={books} scope={scope} kind="book">
      <ListStates
        list={books}
        partSize={bookPartSize}
        empty={words.noMatch}
        emptyAction={
          (filter.faculty !== null || filter.text !== '') && (
            <div className="flex flex-wrap justify-center gap-3">
              <OtherSemestersButton filter={filter} part={part} />
              <LinkButton to="/books" resetScroll={false} variant="secondary">
                {actions.clearFilters}
              </LinkButton>
            </div>
          )
        }
        skeleton={<BookSkeletons />}
      >
        {(list) => (
          <div aria-busy={books.isPlaceholderData}>
            <BookGrid books={list.materials} scope={scope} ids={site.ids} />
            <Pager part={part ?? 1} size={bookPartSize} total={list.total} />
          </div>
        )}
      </ListStates>
    </StableList>
  );
}

function BookSkeletons() {
  return (
    <output className={bookGridStyle}>
      <LoadingWords />
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index}>
          <Skeleton className="aspect-3/4 rounded-card" />
          <Skeleton className="mt-3 h-5 w-4/5" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </span>
      ))}
    </output>
  );
}

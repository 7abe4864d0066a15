import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef, type SyntheticEvent } from 'react';
import { pages } from '#contract/addresses.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { useIsOffline } from '#app/features/layout/connection.ts';
import { NoConnection } from '#app/features/layout/no-connection.tsx';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { countWords, shelfNames } from '#app/features/materials/kind-words.ts';
import { MaterialRow, MaterialRows } from '#app/features/materials/material-row.tsx';
import { foundOfKind, readTitleSearch, titleSearchQuery } from '#app/features/search/title-search.ts';
import { facultiesQuery } from '#app/features/subject/faculty-queries.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';

/** Materials whose title or subject contains the words of `?q=`. */
export const Route = createFileRoute('/search')({
  validateSearch: readTitleSearch,
  loaderDeps: ({ search }) => ({ q: search.q }),
  loader: async ({ context, deps }) => {
    await Promise.all([
      context.queryClient.ensureQueryData(facultiesQuery(context.shelf)),
      deps.q && fetchFirst(context.queryClient, titleSearchQuery(context.shelf, deps.q)),
    ]);
  },
  head: ({ match }) => {
    const { q } = match.search;
    const head = pageHead(
      q ? [q, 'Search'] : ['Search'],
      'Search question papers, study notes, revision materials and books by title and subject.',
    );
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  staticData: { ownSearch: ({ q }) => ({ q }) },
  component: SearchPage,
});

function SearchPage() {
  const { q } = Route.useSearch();
  return (
    <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6">
      <h1 className="text-3xl">Search</h1>
      <p className="mt-1 mb-5 text-muted">Question papers, study notes, revision materials and books</p>
      <SearchForm text={q ?? ''} />
      {q && (
        <>
          <FoundCount text={q} />
          <Found text={q} />
        </>
      )}
    </div>
  );
}

/**
 * Announces the number of results. It stays mounted while the words change, because only a change of a live region is
 * read out.
 */
function FoundCount({ text }: { text: string }) {
  const { shelf } = Route.useRouteContext();
  const { data } = useQuery(titleSearchQuery(shelf, text));
  const count = data?.reduce((sum, { total }) => sum + total, 0);
  return (
    <output className="sr-only">{count === undefined ? '' : count === 1 ? '1 result' : `${count} results`}</output>
  );
}

/** A plain form, which works without scripts too. */
function SearchForm({ text }: { text: string }) {
  const navigate = Route.useNavigate();
  const input = useRef<HTMLInputElement>(null);

  useEffect(
    function followAddress() {
      // Going back changes the words; the focus stays.
      if (input.current) input.current.value = text;
    },
    [text],
  );

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    void navigate({ search: readTitleSearch({ q }) });
  }

  return (
    <search>
      <form action={pages.search()} onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <Field label="Title or subject" className="min-w-0 flex-1 basis-56">
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              type="search"
              name="q"
              defaultValue={text}
              maxLength={255}
              enterKeyHint="search"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

function Found({ text }: { text: string }) {
  const { shelf } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const { data: faculties } = useSuspenseQuery(facultiesQuery(shelf));
  const found = useQuery(titleSearchQuery(shelf, text));
  const isLineLost = useIsOffline();
  if (isLineLost && !found.data) return found.isError ? <NoConnection onTry={found.refetch} /> : <NoConnection />;
  // An error on the server is not sent along: the browser asks again and starts with the same skeleton.
  if (found.isPending || (import.meta.env.SSR && found.isError)) {
    return (
      <div className="mt-8">
        <SkeletonRows />
      </div>
    );
  }
  if (!found.data?.length) {
    return (
      <div className="mt-8">
        <EmptyState
          text={
            found.isError
              ? 'The search did not work this time.'
              : `No results for “${text}”. Try fewer or different words.`
          }
        >
          {found.isError && <TryAgain busy={found.isFetching} onTry={found.refetch} />}
        </EmptyState>
      </div>
    );
  }
  return found.data.map(({ kind, total, materials }) => (
    <section key={kind} aria-labelledby={`found-${kind}`} className="mt-8">
      <h2 id={`found-${kind}`} className="text-xl">
        {shelfNames[kind]}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        {total > foundOfKind
          ? `Showing the first ${foundOfKind} of ${countWords(kind, total)}. Add a word to narrow your search.`
          : countWords(kind, total)}
      </p>
      <MaterialRows>
        {materials.map((material) => (
          <MaterialRow
            key={material.id}
            material={material}
            ids={site.ids}
            label={kind === 'paper' ? 'View' : 'Read'}
            about={describePlace(material, faculties)}
          />
        ))}
      </MaterialRows>
    </section>
  ));
}

/** What distinguishes papers of the same title: `C Programming, BSc CSIT, Semester 1`. */
function describePlace({ subject, facultyId, semesterId }: Material, faculties: readonly FacultySummary[]): string {
  const faculty = faculties.find(({ id }) => id === facultyId);
  const term = faculty?.terms.find(({ id }) => id === semesterId);
  return [subject, faculty?.name ?? facultyId, term?.name].filter(Boolean).join(', ');
}

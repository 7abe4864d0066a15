import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import * as actions from '#messages/actions.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/search/page.ts';
import { countFilters, withoutFilters, type SearchAddress } from './search-address.ts';
import { offersQuery } from './search-queries.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';

const offerStyle = '-mx-2 block rounded-card px-2 py-2 hover:bg-sunken hover:text-accent';

/** Lists materials whose title contains the typed text, even within a word. `total` is the number of results. */
export function MatchingTitles({ q, total }: { q: string; total: number }) {
  const { shelf } = useRouter().options.context;
  const calendar = useCalendar();
  const { data } = useQuery(offersQuery(shelf, q, { total }));
  if (!data?.materials.length) return null;
  return (
    <OfferList title={words.titlesThatContain(q)}>
      {data.materials.map(({ id, kind, title, subject, ...years }) => (
        <li key={id}>
          <Link to="/material/$id" params={{ id }} preload={false} className={offerStyle}>
            <OfferLines title={title} about={[kindNames[kind], subject, yearWords(years, calendar)]} />
          </Link>
        </li>
      ))}
    </OfferList>
  );
}

/** Renders links below a heading. */
function OfferList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl wrap-anywhere">
        {title}
      </h2>
      <ul className="mt-2">{children}</ul>
    </section>
  );
}

function OfferLines({ title, about }: { title: string; about: (string | number | null)[] }) {
  return (
    <>
      <bdi className="font-medium">{title}</bdi>{' '}
      <span className="block text-sm text-muted">{about.filter(Boolean).join(' · ')}</span>
    </>
  );
}

type NothingFoundProps = {
  address: SearchAddress;
  q: string;
  /** True if the page already shows the subject that the search names. */
  isNamed: boolean;
};

/** Shows that nothing was found and what to try, with the pages of subjects that match. */
export function NothingFound({ address, q, isNamed }: NothingFoundProps) {
  const hasFilters = countFilters(address) > 0;
  return (
    <div className="mt-4 grid gap-8">
      <EmptyState text={hasFilters ? words.noResultsWithFilters(q) : words.noResultsFor(q)}>
        {hasFilters ? (
          <LinkButton to="/search" search={withoutFilters(address)} variant="secondary">
            {actions.clearFilters}
          </LinkButton>
        ) : (
          <p className="max-w-prose text-sm text-muted">{isNamed ? words.namedButEmpty : words.trySomethingElse}</p>
        )}
      </EmptyState>
      <MatchingTitles q={q} total={0} />
      {!isNamed && <MatchingSubjects q={q} />}
    </div>
  );
}

function MatchingSubjects({ q }: { q: string }) {
  const { shelf } = useRouter().options.context;
  const { data } = useQuery(offersQuery(shelf, q, { total: 0 }));
  if (!data?.subjects.length) return null;
  return (
    <OfferList title={nouns.subjects}>
      {data.subjects.map(({ facultyId, facultyName, semesterId, termName, subject, code, slug }) => (
        <li key={`${facultyId} ${semesterId} ${slug}`}>
          <Link
            to="/faculty/$facultyId/semester/$semesterId/subject/$subject"
            params={{ facultyId, semesterId, subject: slug }}
            className={offerStyle}
          >
            <OfferLines title={subject} about={[code, facultyName, termName]} />
          </Link>
        </li>
      ))}
    </OfferList>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { countFilters, withoutFilters, type SearchAddress } from './search-address.ts';
import { MatchingTitles, OfferLines, OfferList, offerStyle } from './matching-titles.tsx';
import { offersQuery } from './search-queries.ts';

/** Shows that nothing was found and what to try, with the pages of subjects that match. */
export function NothingFound({ address, q }: { address: SearchAddress; q: string }) {
  const hasFilters = countFilters(address) > 0;
  return (
    <div className="mt-4 grid gap-8">
      <EmptyState text={`No results for “${q}”${hasFilters ? ' with these filters' : ''}.`}>
        {hasFilters ? (
          <LinkButton to="/search" search={withoutFilters(address)} variant="secondary">
            Clear filters
          </LinkButton>
        ) : (
          <p className="max-w-prose text-sm text-muted">
            Check the spelling, use fewer words, or search for a subject or its code.
          </p>
        )}
      </EmptyState>
      <MatchingTitles q={q} total={0} />
      <MatchingSubjects q={q} />
    </div>
  );
}

function MatchingSubjects({ q }: { q: string }) {
  const { shelf } = useRouter().options.context;
  const { data } = useQuery(offersQuery(shelf, q, { total: 0 }));
  if (!data?.subjects.length) return null;
  return (
    <OfferList title="Subjects">
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

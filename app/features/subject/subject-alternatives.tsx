import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import type { SubjectPlaceCounts } from '#contract/shelf.ts';
import type { Faculty, Subject, Term } from '#domain/catalogue.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { subjectKinds, summariseCounts, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { number } from '#messages/format.ts';
import * as words from '#messages/subject/alternatives.ts';
import { facultyCountsQuery, subjectPlacesQuery } from './faculty-queries.ts';
import { countsOfSubject } from './shelf-summary.ts';
import { subjectRoutes } from './subject-routes.ts';
import { shelfNames } from '#messages/kinds.ts';

type SubjectAlternativesProps = { place: { faculty: Faculty; term: Term; subject: Subject }; kind: SubjectKind };

/**
 * Links on the page of a subject without materials of a kind: to its other kinds, to the same subject in other
 * faculties, and always to the other subjects of its term and to the page that says how to send something in.
 */
export function SubjectAlternatives({ place: { faculty, term, subject }, kind }: SubjectAlternativesProps) {
  const { shelf } = useRouter().options.context;
  const { data: counts } = useQuery(facultyCountsQuery(shelf, faculty.id));
  const { data: places = [] } = useQuery(subjectPlacesQuery(shelf, subject.name));
  const held = counts ? countsOfSubject(counts, term.id, subject.name) : {};
  const params = { facultyId: faculty.id, semesterId: term.id, subject: subject.slug };
  const others = subjectKinds.filter((other) => other !== kind && held[other]);
  const isHere = (other: SubjectPlaceCounts) => other.facultyId === faculty.id && other.semesterId === term.id;
  const elsewhere = places.filter((other) => !isHere(other));

  return (
    <>
      <ul className="flex flex-wrap justify-center gap-3">
        {others.map((other) => (
          <li key={other}>
            <Link to={subjectRoutes[other]} params={params} className={buttonStyle('secondary')}>
              <KindIcon kind={other} />
              {shelfNames[other]} ({number(held[other] ?? 0)})
            </Link>
          </li>
        ))}
        {held.book && (
          <li>
            <Link to="/books" search={{ faculty: faculty.id, semester: term.id }} className={buttonStyle('secondary')}>
              <KindIcon kind="book" />
              {shelfNames.book} ({number(held.book)})
            </Link>
          </li>
        )}
        <li>
          <Link to="/faculty/$facultyId/semester/$semesterId" params={params} className={buttonStyle('ghost')}>
            {words.allSubjectsOf(term.name)}
          </Link>
        </li>
        <li>
          <Link to={pages.contact()} hash="sending-in-material" className={buttonStyle('ghost')}>
            {words.sendMaterial}
          </Link>
        </li>
      </ul>
      {elsewhere.length > 0 && <Elsewhere places={elsewhere} kind={kind} />}
    </>
  );
}

/** Lists the same subject in other faculties; each link opens the current kind, or another one if there is none. */
function Elsewhere({ places, kind }: { places: SubjectPlaceCounts[]; kind: SubjectKind }) {
  return (
    <section aria-labelledby="elsewhere" className="w-full max-w-prose text-start">
      <h2 id="elsewhere" className="mb-2 text-lg">
        {words.otherFaculties}
      </h2>
      <ul className={`${cardStyle} divide-y divide-hairline`}>
        {places.map((place) => (
          <li key={`${place.facultyId}/${place.semesterId}/${place.slug}`}>
            <Link
              {...linkTo(place, kind)}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2 hover:text-accent"
            >
              <span className="font-medium">
                {place.facultyName}, {place.termName}
              </span>
              <span className="text-sm text-muted">{summariseCounts(place.totals)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the list of a kind with materials; books are in the library. */
function linkTo({ facultyId, semesterId, slug, totals }: SubjectPlaceCounts, kind: SubjectKind) {
  const held = totals[kind] ? kind : subjectKinds.find((other) => totals[other]);
  return held
    ? { to: subjectRoutes[held], params: { facultyId, semesterId, subject: slug } }
    : { to: '/books' as const, search: { faculty: facultyId, semester: semesterId } };
}

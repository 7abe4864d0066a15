import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { facultyCountsQuery } from '#app/features/subject/faculty-queries.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { EmptyPlace } from '#app/features/subject/empty-place.tsx';
import { SubjectCard } from '#app/features/subject/subject-card.tsx';
import { loadTermPage } from '#app/features/subject/load-subject-page.ts';
import { TermStrip } from '#app/features/subject/term-strip.tsx';
import { countsOfSubject } from '#app/features/subject/shelf-summary.ts';
import { useTermPlace } from '#app/features/subject/use-place.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import * as actions from '#messages/actions.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/subject/subjects.ts';

/** The subjects of a term. */
export const Route = createFileRoute('/faculty/$facultyId/semester/$semesterId/')({
  loader: loadTermPage,
  head: ({ loaderData }) =>
    loaderData
      ? pageHead([loaderData.name, loaderData.term], titles.term(loaderData.term, loaderData.fullName))
      : pageHead([]),
  component: SemesterPage,
});

function SemesterPage() {
  const { shelf } = Route.useRouteContext();
  const params = Route.useParams();
  const { faculty, term } = useTermPlace(shelf, params);
  const counts = useQuery(facultyCountsQuery(shelf, faculty.id));

  return (
    <>
      <Breadcrumb>
        <Link to="/">{nouns.home}</Link>
        <Link to="/faculty/$facultyId" params={params}>
          {faculty.name}
        </Link>
        <span>{term.name}</span>
      </Breadcrumb>
      <h1 className="mt-1 text-2xl sm:mt-2 sm:text-3xl">
        {faculty.name} · {term.name}
      </h1>
      <p className="mt-1 mb-3 text-muted sm:mb-5">{words.selectSubject}</p>
      <TermStrip faculty={faculty} termId={term.id} />
      <EmptyPlace faculty={faculty} term={term} counts={counts.data} />
      <ul className="grid grid-cols-1 gap-2 sm:gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2">
        {term.subjects.map((subject) => (
          <SubjectCard
            key={subject.slug}
            subject={subject}
            hasKinds
            counts={counts.data && countsOfSubject(counts.data, term.id, subject.name)}
            link={{ kind: 'paper', params: { ...params, subject: subject.slug }, label: actions.view }}
          />
        ))}
      </ul>
    </>
  );
}

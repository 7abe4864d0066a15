import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { pageHead } from '#app/features/layout/page-head.ts';
import { facultyCountsQuery } from '#app/features/subject/faculty-queries.ts';
import { loadTermPage } from '#app/features/subject/load-subject-page.ts';
import { SubjectCard } from '#app/features/subject/subject-card.tsx';
import { countsOfSubject } from '#app/features/subject/shelf-summary.ts';
import { useTermPlace } from '#app/features/subject/use-place.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import { place } from '#messages/subject/revision-page.ts';
import { viewRevision } from '#messages/subject/subjects.ts';

/** Revision without a subject: a card for each subject of the term. */
export const Route = createFileRoute('/faculty/$facultyId/revision/semester/$semesterId/')({
  loader: loadTermPage,
  head: ({ loaderData }) =>
    loaderData
      ? pageHead(
          [loaderData.name, loaderData.term, titles.revision],
          titles.revisionOfTerm(loaderData.term, loaderData.fullName),
        )
      : pageHead([]),
  component: RevisionSubjectsPage,
});

function RevisionSubjectsPage() {
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
        <Link to="/faculty/$facultyId/semester/$semesterId" params={params}>
          {term.name}
        </Link>
        <span>{nouns.revision}</span>
      </Breadcrumb>
      <h1 className="mt-2 text-3xl">{titles.revision}</h1>
      <p className="mt-1 mb-6 text-muted">{place(faculty.name, term.name)}</p>
      <ul className="grid grid-cols-1 gap-2 sm:gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2">
        {term.subjects.map((subject) => (
          <SubjectCard
            key={subject.slug}
            subject={subject}
            counts={counts.data && { revision: countsOfSubject(counts.data, term.id, subject.name).revision ?? 0 }}
            link={{
              kind: 'revision',
              params: { ...params, subject: subject.slug },
              label: viewRevision,
            }}
          />
        ))}
      </ul>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { facultyCountsQuery } from '#app/features/subject/faculty-queries.ts';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { summariseCounts } from '#app/features/materials/kind-words.ts';
import { EmptyPlace } from '#app/features/subject/empty-place.tsx';
import { guardFaculty } from '#app/features/subject/route-guards.ts';
import { countsOfSubject } from '#app/features/subject/shelf-summary.ts';
import { subjectRoutes } from '#app/features/subject/subject-routes.ts';
import { useFacultyOf } from '#app/features/subject/use-place.ts';
import type { Subject } from '#domain/catalogue.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/subject/faculty-page.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** A faculty: its description, and every term with its subjects and their numbers of materials. */
export const Route = createFileRoute('/faculty/$facultyId/')({
  loader: async ({ context, params }) => {
    const { name, fullName, description } = await guardFaculty(context, params.facultyId);
    await fetchFirst(context.queryClient, facultyCountsQuery(context.shelf, params.facultyId));
    return { name, description: `${titles.faculty(fullName)} ${description}`.trim() };
  },
  head: ({ loaderData }) => pageHead(loaderData ? [loaderData.name] : [], loaderData?.description),
  component: FacultyPage,
});

function FacultyPage() {
  const { shelf } = Route.useRouteContext();
  const { facultyId } = Route.useParams();
  const faculty = useFacultyOf(shelf, facultyId);
  const counts = useQuery(facultyCountsQuery(shelf, facultyId));

  return (
    <>
      <Breadcrumb>
        <Link to="/">{nouns.home}</Link>
        <span>{faculty.name}</span>
      </Breadcrumb>
      <h1 className="mt-2 text-3xl">{faculty.name}</h1>
      {faculty.fullName !== faculty.name && (
        <p lang={langOf(faculty.fullName)} className="mt-1 text-lg">
          {faculty.fullName}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {faculty.university && <Badge className="max-w-full whitespace-normal!">{faculty.university}</Badge>}
        <Badge>{words.duration(faculty.duration, faculty.type)}</Badge>
      </p>
      {faculty.description && <p className="mt-4 max-w-prose text-muted">{faculty.description}</p>}
      <div className="mt-8">
        <EmptyPlace faculty={faculty} counts={counts.data} />
      </div>
      <div className="gap-6 sm:columns-2">
        {faculty.terms.map((term) => (
          <section
            key={term.id}
            aria-labelledby={`heading-${term.id}`}
            className={`${cardStyle} mb-6 break-inside-avoid p-5`}
          >
            <h2 id={`heading-${term.id}`} className="text-xl">
              <Link
                to="/faculty/$facultyId/semester/$semesterId"
                params={{ facultyId, semesterId: term.id }}
                className="inline-flex min-h-11 items-center underline-offset-4 hover:text-accent hover:underline"
              >
                {term.name}
              </Link>
            </h2>
            <ul className="mt-1 divide-y divide-hairline">
              {term.subjects.map((subject) => (
                <li key={subject.slug}>
                  <SubjectLine
                    subject={subject}
                    params={{ facultyId, semesterId: term.id, subject: subject.slug }}
                    held={counts.data && summariseCounts(countsOfSubject(counts.data, term.id, subject.name))}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

type SubjectLineProps = {
  subject: Subject;
  params: { facultyId: string; semesterId: string; subject: string };
  /** The number of the faculty's materials, in words; undefined while not known. */
  held: string | undefined;
};

function SubjectLine({ subject, params, held }: SubjectLineProps) {
  return (
    <Link
      to={subjectRoutes.paper}
      params={params}
      className={classes(
        'flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 leading-snug hover:text-accent',
        held === '' && 'text-muted',
      )}
    >
      <span lang={langOf(subject.name)} className="flex-1 basis-40">
        {subject.name}
      </span>{' '}
      {held === undefined ? (
        <Skeleton className="h-4 w-20" />
      ) : (
        <span className="text-sm text-muted">{held || words.noneYet}</span>
      )}
    </Link>
  );
}

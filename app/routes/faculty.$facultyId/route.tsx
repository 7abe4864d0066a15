import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { countsLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { facultyCountsQuery } from '#app/features/subject/faculty-queries.ts';
import { rememberTerm } from '#app/features/subject/last-term.ts';
import { guardFaculty } from '#app/features/subject/route-guards.ts';
import { SideMenu } from '#app/features/subject/side-menu.tsx';
import { kindOfPath } from '#app/features/subject/subject-routes.ts';
import { useFacultyOf } from '#app/features/subject/use-place.ts';
import * as words from '#messages/subject/side-menu.ts';

/** Layout of all pages below a faculty. The side menu stays in place from subject to subject. */
export const Route = createFileRoute('/faculty/$facultyId')({
  loader: async ({ context, params }) => {
    const { id, name } = await guardFaculty(context, params.facultyId);
    return { faculty: { id, name } };
  },
  component: FacultyLayout,
});

function FacultyLayout() {
  const { shelf } = Route.useRouteContext();
  const { facultyId } = Route.useParams();
  const { semesterId, subject } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const faculty = useFacultyOf(shelf, facultyId);
  const { data: counts } = useQuery(facultyCountsQuery(shelf, facultyId));
  useLiveList(countsLiveList(facultyId));
  const term = faculty.terms.find((each) => each.id === semesterId);

  useEffect(
    function rememberLastTerm() {
      if (!term) return;
      rememberTerm({ facultyId, facultyName: faculty.name, semesterId: term.id, termName: term.name });
    },
    [facultyId, faculty.name, term],
  );

  return (
    <div className="mx-auto flex max-w-page flex-col gap-6 px-4 pt-2 pb-6 sm:px-6 sm:pt-6 md:flex-row md:gap-10 md:py-8">
      <div className="min-w-0 flex-1">
        {subject && (
          <a
            href={`#panel-${kindOfPath(path)}`}
            className="no-print absolute z-20 -translate-y-96 rounded-card bg-accent px-4 py-3 font-medium text-on-accent focus:translate-y-0"
          >
            {words.skipToList}
          </a>
        )}
        <Outlet />
      </div>
      {term && (
        <SideMenu faculty={faculty} termId={term.id} subjectSlug={subject} kind={kindOfPath(path)} counts={counts} />
      )}
    </div>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ownPart } from '#app/features/head/page-address.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { subjectLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { DownloadAll } from '#app/features/material-list/download-all.tsx';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { ListStates } from '#app/features/materials/list-states.tsx';
import { subjectListQuery, subjectPartSize } from '#app/features/materials/material-queries.ts';
import { MaterialRow, MaterialRows } from '#app/features/material-list/material-row.tsx';
import { Pager } from '#app/features/materials/pager.tsx';
import { StableList } from '#app/features/materials/stable-list.tsx';
import { groupByYear } from '#app/features/materials/group-by-year.ts';
import { loadSubjectPage, subjectHead } from '#app/features/subject/load-subject-page.ts';
import { SubjectFrame } from '#app/features/subject/subject-frame.tsx';
import { SubjectAlternatives } from '#app/features/subject/subject-alternatives.tsx';
import { useSubjectPlace } from '#app/features/subject/use-place.ts';

/** The question papers of a subject, by year, newest first. */
export const Route = createFileRoute('/faculty/$facultyId/semester/$semesterId/subject/$subject')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ part: search.part }),
  loader: (loading) => loadSubjectPage(loading, 'paper'),
  head: ({ loaderData }) => subjectHead(loaderData, 'paper'),
  staticData: { ownSearch: ownPart },
  component: PapersPage,
});

const margins = {
  narrow: 'grid-cols-[2.5rem_minmax(0,1fr)] sm:grid-cols-[4rem_minmax(0,1fr)]',
  wide: 'grid-cols-[4.25rem_minmax(0,1fr)] sm:grid-cols-[6.5rem_minmax(0,1fr)]',
};

/** Renders a year of Bikram Sambat above the year AD. */
function TwoYears({ title, alsoIn }: { title: string; alsoIn: string }) {
  return (
    <span>
      {title} <span className="block text-xs font-normal text-muted sm:text-sm">({alsoIn})</span>
    </span>
  );
}

function PapersPage() {
  const { shelf } = Route.useRouteContext();
  const params = Route.useParams();
  const { part } = Route.useSearch();
  const place = useSubjectPlace(shelf, params);
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const query = subjectListQuery(shelf, {
    kind: 'paper',
    place: { ...params, subject: place.subject.name },
    calendar: site.calendar,
    part,
  });
  const papers = useQuery(query);
  useLiveList(subjectLiveList('paper', { ...params, subject: place.subject.name }));

  return (
    <SubjectFrame place={place} kind="paper">
      <StableList list={papers} scope={JSON.stringify(query.queryKey)} kind="paper">
        <ListStates
          list={papers}
          partSize={subjectPartSize}
          empty={`No question papers available for ${place.subject.name}.`}
          emptyAction={<SubjectAlternatives place={place} kind="paper" />}
        >
          {(list) => (
            <>
              <div className="grid grid-cols-1 gap-2 sm:gap-3">
                {groupByYear(list.materials, site.calendar).map(({ id, title, alsoIn, materials }) => (
                  // The year is in the margin, so that a paper needs only one line.
                  <section
                    key={id}
                    aria-labelledby={`year-${id}`}
                    className={`grid ${margins[site.calendar === 'ad' ? 'narrow' : 'wide']} items-start max-[18rem]:grid-cols-1`}
                  >
                    <h2 id={`year-${id}`} className="flex min-h-14 items-center text-sm sm:min-h-16 sm:text-xl">
                      {alsoIn === null ? title : <TwoYears title={title} alsoIn={alsoIn} />}
                    </h2>
                    <MaterialRows>
                      {materials.map((material) => (
                        <MaterialRow key={material.id} material={material} ids={site.ids} label="View" />
                      ))}
                    </MaterialRows>
                  </section>
                ))}
              </div>
              <DownloadAll kind="paper" place={{ ...params, subject: place.subject.name }} list={list} />
              <Pager part={part ?? 1} size={subjectPartSize} total={list.total} />
            </>
          )}
        </ListStates>
      </StableList>
    </SubjectFrame>
  );
}

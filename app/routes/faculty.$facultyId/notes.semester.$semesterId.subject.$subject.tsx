import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ownPart } from '#app/features/head/page-address.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { subjectLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { formatMonth } from '#app/features/materials/figures.ts';
import { DownloadAll } from '#app/features/material-list/download-all.tsx';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { ListStates } from '#app/features/materials/list-states.tsx';
import { subjectListQuery, subjectPartSize } from '#app/features/materials/material-queries.ts';
import { MaterialRow, MaterialRows } from '#app/features/material-list/material-row.tsx';
import { Pager } from '#app/features/materials/pager.tsx';
import { StableList } from '#app/features/materials/stable-list.tsx';
import { loadSubjectPage, subjectHead } from '#app/features/subject/load-subject-page.ts';
import { SubjectFrame } from '#app/features/subject/subject-frame.tsx';
import { SubjectAlternatives } from '#app/features/subject/subject-alternatives.tsx';
import { useSubjectPlace } from '#app/features/subject/use-place.ts';

/** The study notes of a subject, newest first. */
export const Route = createFileRoute('/faculty/$facultyId/notes/semester/$semesterId/subject/$subject')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ part: search.part }),
  loader: (loading) => loadSubjectPage(loading, 'note'),
  head: ({ loaderData }) => subjectHead(loaderData, 'note'),
  staticData: { ownSearch: ownPart },
  component: NotesPage,
});

function NotesPage() {
  const { shelf } = Route.useRouteContext();
  const params = Route.useParams();
  const { part } = Route.useSearch();
  const place = useSubjectPlace(shelf, params);
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const query = subjectListQuery(shelf, {
    kind: 'note',
    place: { ...params, subject: place.subject.name },
    calendar: site.calendar,
    part,
  });
  const notes = useQuery(query);
  useLiveList(subjectLiveList('note', { ...params, subject: place.subject.name }));

  return (
    <SubjectFrame place={place} kind="note">
      <h2 className="sr-only">Study Notes</h2>
      <StableList list={notes} scope={JSON.stringify(query.queryKey)} kind="note">
        <ListStates
          list={notes}
          partSize={subjectPartSize}
          empty="No study notes available yet."
          emptyAction={<SubjectAlternatives place={place} kind="note" />}
        >
          {(list) => (
            <>
              <MaterialRows>
                {list.materials.map((material) => (
                  <MaterialRow
                    key={material.id}
                    material={material}
                    ids={site.ids}
                    label="Read"
                    about={`Uploaded: ${formatMonth(material.createdAt, site.timeZone)}`}
                  />
                ))}
              </MaterialRows>
              <DownloadAll kind="note" place={{ ...params, subject: place.subject.name }} list={list} />
              <Pager part={part ?? 1} size={subjectPartSize} total={list.total} />
            </>
          )}
        </ListStates>
      </StableList>
    </SubjectFrame>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { ownPart } from '#app/features/head/page-address.ts';
import { MaterialRow, MaterialRows } from '#app/features/material-list/material-row.tsx';
import { formatDay } from '#app/features/materials/figures.ts';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { loadSubjectPage, subjectHead } from '#app/features/subject/load-subject-page.ts';
import { SubjectList } from '#app/features/subject/subject-list.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/subject/list.ts';

/** The revision materials of a subject, newest first. */
export const Route = createFileRoute('/faculty/$facultyId/revision/semester/$semesterId/subject/$subject')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ part: search.part }),
  loader: (loading) => loadSubjectPage(loading, 'revision'),
  head: ({ loaderData }) => subjectHead(loaderData, 'revision'),
  staticData: { ownSearch: ownPart },
  component: RevisionPage,
});

function RevisionPage() {
  return (
    <SubjectList
      kind="revision"
      params={Route.useParams()}
      part={Route.useSearch().part}
      heading={<h2 className="mb-3 text-xl">{words.revision}</h2>}
      empty={() => words.noRevision}
    >
      {(materials, { ids, timeZone }) => (
        <MaterialRows>
          {materials.map((material) => (
            <MaterialRow
              key={material.id}
              material={material}
              ids={ids}
              label={actions.read}
              about={words.uploaded(formatDay(material.createdAt, timeZone))}
            />
          ))}
        </MaterialRows>
      )}
    </SubjectList>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { ownPart } from '#app/features/head/page-address.ts';
import { MaterialRow, MaterialRows } from '#app/features/material-list/material-row.tsx';
import { formatMonth } from '#app/features/materials/figures.ts';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { loadSubjectPage, subjectHead } from '#app/features/subject/load-subject-page.ts';
import { SubjectList } from '#app/features/subject/subject-list.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/subject/list.ts';

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
  return (
    <SubjectList
      kind="note"
      params={Route.useParams()}
      part={Route.useSearch().part}
      heading={<h2 className="sr-only">{words.notes}</h2>}
      empty={() => words.noNotes}
    >
      {(materials, { ids, timeZone }) => (
        <MaterialRows>
          {materials.map((material) => (
            <MaterialRow
              key={material.id}
              material={material}
              ids={ids}
              label={actions.read}
              about={words.uploaded(formatMonth(material.createdAt, timeZone))}
            />
          ))}
        </MaterialRows>
      )}
    </SubjectList>
  );
}

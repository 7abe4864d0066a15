import { createFileRoute } from '@tanstack/react-router';
import { ownPart } from '#app/features/head/page-address.ts';
import { MaterialRow, MaterialRows } from '#app/features/material-list/material-row.tsx';
import { groupByYear } from '#app/features/materials/group-by-year.ts';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { loadSubjectPage, subjectHead } from '#app/features/subject/load-subject-page.ts';
import { SubjectList } from '#app/features/subject/subject-list.tsx';

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
  return (
    <SubjectList
      kind="paper"
      params={Route.useParams()}
      part={Route.useSearch().part}
      empty={(subject) => `No question papers available for ${subject}.`}
    >
      {(papers, { calendar, ids }) => (
        <div className="grid grid-cols-1 gap-2 sm:gap-3">
          {groupByYear(papers, calendar).map(({ id, title, alsoIn, materials }) => (
            // The year is in the margin, so that a paper needs only one line.
            <section
              key={id}
              aria-labelledby={`year-${id}`}
              className={`grid ${margins[calendar === 'ad' ? 'narrow' : 'wide']} items-start max-[18rem]:grid-cols-1`}
            >
              <h2 id={`year-${id}`} className="flex min-h-14 items-center text-sm sm:min-h-16 sm:text-xl">
                {alsoIn === null ? title : <TwoYears title={title} alsoIn={alsoIn} />}
              </h2>
              <MaterialRows>
                {materials.map((material) => (
                  <MaterialRow key={material.id} material={material} ids={ids} label="View" />
                ))}
              </MaterialRows>
            </section>
          ))}
        </div>
      )}
    </SubjectList>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import type { ContractIds } from '#contract/addresses.ts';
import type { Calendar } from '#domain/calendar.ts';
import { ownPart } from '#app/features/head/page-address.ts';
import { MaterialRow, MaterialRows } from '#app/features/material-list/material-row.tsx';
import { groupByYear, type YearGroup } from '#app/features/materials/group-by-year.ts';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { loadSubjectPage, subjectHead } from '#app/features/subject/load-subject-page.ts';
import { SubjectList } from '#app/features/subject/subject-list.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/subject/list.ts';

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
  wide: 'grid-cols-[4.25rem_minmax(0,1fr)] sm:grid-cols-[5rem_minmax(0,1fr)] lg:grid-cols-[6.5rem_minmax(0,1fr)]',
};

function marginFor(groups: readonly YearGroup[], calendar: Calendar): string {
  return calendar === 'bs' || groups.some(({ alsoIn }) => alsoIn !== null) ? margins.wide : margins.narrow;
}

/** Renders the year of the library's first calendar above that of the other one. */
function TwoYears({ title, alsoIn, calendar }: { title: string; alsoIn: string; calendar: Calendar }) {
  return (
    <span>
      {title}
      {calendar === 'both' ? <span className="sr-only"> · </span> : ' '}
      <span className="block text-xs font-normal text-muted lg:text-sm">
        {calendar === 'both' ? alsoIn : `(${alsoIn})`}
      </span>
    </span>
  );
}

function PapersPage() {
  return (
    <SubjectList kind="paper" params={Route.useParams()} part={Route.useSearch().part} empty={words.noPapers}>
      {(papers, { calendar, ids }) => (
        <YearGroups groups={groupByYear(papers, calendar)} calendar={calendar} ids={ids} />
      )}
    </SubjectList>
  );
}

/** With more papers than this, links to the years are above the list. */
const papersAtAGlance = 20;

type YearGroupsProps = { groups: readonly YearGroup[]; calendar: Calendar; ids: ContractIds };

function YearGroups({ groups, calendar, ids }: YearGroupsProps) {
  const isLong = groups.reduce((sum, { materials }) => sum + materials.length, 0) > papersAtAGlance;
  return (
    <>
      {isLong && <YearLinks groups={groups} />}
      <div className="grid grid-cols-1 gap-2 sm:gap-3">
        {groups.map(({ id, title, alsoIn, materials }) => (
          // The year is in the margin, so that a paper needs only one line. It stays in view while its papers are.
          <section
            key={id}
            id={`papers-${id}`}
            aria-labelledby={`year-${id}`}
            className={`grid ${marginFor(groups, calendar)} items-start max-[18rem]:grid-cols-1`}
          >
            <h2
              id={`year-${id}`}
              className="top-14 flex min-h-14 items-center text-sm min-[18rem]:sticky sm:top-16 sm:min-h-16 sm:text-base lg:text-xl"
            >
              {alsoIn === null ? title : <TwoYears {...{ title, alsoIn, calendar }} />}
            </h2>
            <MaterialRows>
              {materials.map((material) => (
                <MaterialRow key={material.id} material={material} ids={ids} label={actions.view} />
              ))}
            </MaterialRows>
          </section>
        ))}
      </div>
    </>
  );
}

/** Renders links to the years in a row that scrolls sideways; one for the groups of a year AD with two years BS. */
function YearLinks({ groups }: { groups: readonly YearGroup[] }) {
  const firsts = groups.filter(({ title }, index) => groups[index - 1]?.title !== title);
  return (
    <nav aria-label={words.years} className="no-print -mx-4 -mt-3 overflow-x-auto px-4 sm:mx-0 sm:mt-0 sm:mb-3 sm:px-0">
      <ul className="flex w-max gap-1 py-0.5 sm:py-1">
        {firsts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#papers-${id}`}
              className="relative flex h-8 items-center rounded-full border border-edge bg-card px-3 text-sm whitespace-nowrap after:absolute after:-inset-x-0.5 after:-inset-y-1.5 hover:border-accent hover:text-accent"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

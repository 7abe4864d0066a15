import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { likelyNext } from '#app/features/layout/prefetch-in-sight.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/home.ts';
import { materials } from '#messages/materials/counts.ts';
import { termsOf } from '#messages/subject/terms.ts';
import { langOf } from '#app/ui/lang-of.ts';

type FacultyPickerProps = {
  faculties: FacultySummary[];
  /** The number of materials of each faculty, by id; null while not known. */
  counts: Record<string, number> | null;
  /** Renders the links to the terms of a faculty. */
  renderTerms: (faculty: FacultySummary) => ReactNode;
  firstTermId: (faculty: FacultySummary) => string;
  onSelect: (faculty: FacultySummary) => void;
};

/** Id of the first faculty without materials. On a phone, a link to it shows all of them. */
const moreId = 'more-faculties';
/** Fewer faculties without materials are always shown. */
const minFolded = 4;

/**
 * Shows each faculty with links to its terms: in a card; all of it can be pressed. Faculties with materials come first.
 * On a phone the others have no links to terms, and many of them are behind a link. It works without scripts, as do the buttons,
 * which are small forms.
 */
export function FacultyPicker({ faculties, counts, ...props }: FacultyPickerProps) {
  const countOf = ({ id }: FacultySummary) => counts?.[id] ?? 0;
  const filled = faculties.filter((faculty) => countOf(faculty) > 0);
  const empty = faculties.filter((faculty) => countOf(faculty) === 0);
  const isFolded = filled.length > 0 && empty.length >= minFolded;
  return (
    <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {[...filled, ...empty].map((faculty, index) => (
        <FacultyCard
          key={faculty.id}
          faculty={faculty}
          count={countOf(faculty)}
          isShort={filled.length > 0 && index >= filled.length}
          folded={isFolded && index >= filled.length ? (index === filled.length ? 'first' : 'later') : undefined}
          isAlone={index === faculties.length - 1 && index % 2 === 0}
          {...props}
        />
      ))}
      {isFolded && (
        <li className="sm:hidden peer-target/more:hidden">
          <a
            href={`#${moreId}`}
            className="inline-flex min-h-11 items-center gap-1 text-accent underline-offset-4 hover:underline"
          >
            {words.moreFaculties(empty.length)}
            <ChevronDown aria-hidden="true" className="size-4" />
          </a>
        </li>
      )}
    </ul>
  );
}

type FacultyCardProps = Omit<FacultyPickerProps, 'faculties' | 'counts'> & {
  faculty: FacultySummary;
  count: number;
  /** True if the card has no links to terms on a phone. */
  isShort: boolean;
  /** True for the last card if it is alone in its row of two. */
  isAlone: boolean;
  /** The position among the faculties that are hidden on a phone until the link to the first one is followed. */
  folded: 'first' | 'later' | undefined;
};

function FacultyCard({
  faculty,
  count,
  isShort,
  isAlone,
  folded,
  renderTerms,
  firstTermId,
  onSelect,
}: FacultyCardProps) {
  const first = firstTermId(faculty);
  const duration = words.duration(faculty.duration, faculty.type);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSelect(faculty);
  }

  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    handleSubmit(event);
  }

  return (
    <li
      id={folded === 'first' ? moreId : undefined}
      className={classes(
        folded === 'first' && 'peer/more max-sm:not-target:hidden',
        folded === 'later' && 'max-sm:peer-not-target/more:hidden',
        `${cardStyle} relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-1 max-[21rem]:grid-cols-1 sm:grid-rows-[auto_1fr_auto] sm:gap-y-2 sm:p-5 focus-within:border-accent hover:border-accent`,
        isAlone && 'sm:max-lg:col-span-2',
      )}
    >
      <div>
        <h3 className="text-lg leading-snug sm:text-xl">
          <Link
            {...likelyNext}
            to="/faculty/$facultyId/semester/$semesterId"
            params={{ facultyId: faculty.id, semesterId: first }}
            onClick={handleClick}
            className="after:absolute after:inset-0 after:rounded-card hover:text-accent"
          >
            {faculty.name}
          </Link>
        </h3>
        <p className={classes('text-sm text-muted sm:hidden', isShort && 'hidden')}>
          {count > 0 ? materials(count) : duration}
        </p>
      </div>
      <div className="col-span-full row-start-2 self-start text-sm text-muted max-sm:hidden">
        {faculty.fullName !== faculty.name && (
          <p lang={langOf(faculty.fullName)} className="leading-snug text-pretty">
            {faculty.fullName}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3">
          <span>{duration}</span> {count > 0 && <span>{materials(count)}</span>}
        </p>
      </div>
      <form
        action={pages.semester(faculty.id, first)}
        method="get"
        onSubmit={handleSubmit}
        className="relative z-1 max-w-full"
      >
        <Button type="submit" variant="secondary" size="small" aria-label={words.selectThisFaculty(faculty.name)}>
          {words.selectFaculty}
        </Button>
      </form>
      <nav
        aria-label={termsOf(faculty.name)}
        className={classes('no-print relative z-1 col-span-full pb-1 sm:pb-0', isShort && 'max-sm:hidden')}
      >
        {renderTerms(faculty)}
      </nav>
    </li>
  );
}

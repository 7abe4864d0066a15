import { Link } from '@tanstack/react-router';
import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/subject/terms.ts';

/**
 * Renders the terms of the faculty in a row of links. If all names are the same word with a number, the word is shown
 * once.
 */
export function TermStrip({ faculty, termId }: { faculty: Faculty; termId: string }) {
  const shared = sharedWord(faculty.terms.map((term) => term.name));
  return (
    <nav aria-label={words.termsOf(faculty.name)} className="no-print mb-3 max-w-120 sm:mb-6">
      {shared && (
        <p aria-hidden="true" className="mb-1 text-sm text-muted max-sm:hidden">
          {shared}
        </p>
      )}
      <TermLinks faculty={faculty} currentId={termId} />
    </nav>
  );
}

type TermLinksProps = {
  faculty: Pick<FacultySummary, 'id' | 'name'> & { terms: readonly { id: string; name: string }[] };
  /** The term of this page. */
  currentId?: string;
  /** The term visited last, if it should stand out. */
  lastId?: string | undefined;
  /** True on a page with several faculties, where the names of links must differ. */
  namesFaculty?: boolean;
};

/** Renders the terms of a faculty as joined links, each with only its number if their names differ only in it. */
export function TermLinks({ faculty, currentId, lastId, namesFaculty = false }: TermLinksProps) {
  const shared = sharedWord(faculty.terms.map((term) => term.name));
  return (
    <ul
      className={
        shared
          ? 'grid auto-cols-fr grid-flow-col divide-x divide-hairline overflow-hidden rounded-card border border-edge bg-card max-[18rem]:grid-flow-row max-[18rem]:grid-cols-4'
          : 'flex flex-wrap gap-2'
      }
    >
      {faculty.terms.map((term) => {
        const isCurrent = term.id === currentId;
        const isLast = term.id === lastId;
        const name = [namesFaculty && faculty.name, term.name, isLast && words.openedLast].filter(Boolean).join(', ');
        return (
          <li key={term.id}>
            <Link
              to="/faculty/$facultyId/semester/$semesterId"
              params={{ facultyId: faculty.id, semesterId: term.id }}
              aria-label={shared || name !== term.name ? name : undefined}
              aria-current={isCurrent ? 'page' : undefined}
              className={classes(
                'flex min-h-11 items-center justify-center focus-visible:-outline-offset-3',
                !shared && 'rounded-card border border-edge px-4',
                isCurrent && 'bg-accent font-medium text-on-accent focus-visible:outline-on-accent',
                isLast && 'bg-accent-tint font-medium text-accent',
                !isCurrent && 'hover:text-accent',
                !isCurrent && !isLast && 'hover:bg-sunken',
              )}
            >
              {shared ? term.name.slice(shared.length + 1) : term.name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns `Semester` for `Semester 1`, `Semester 2` …; null if the names have another form. */
function sharedWord(names: readonly string[]): string | null {
  const word = /^([\p{L}\p{M}]+) \p{Nd}+$/u.exec(names[0] ?? '')?.[1];
  return word &&
    names.every((name) => /^\p{Nd}{1,2}$/u.test(name.slice(word.length + 1)) && name.startsWith(`${word} `))
    ? word
    : null;
}

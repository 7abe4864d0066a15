import { Link } from '@tanstack/react-router';
import type { Faculty } from '#domain/catalogue.ts';
import { classes } from '#app/ui/classes.ts';

/**
 * Renders the terms of the faculty in a row of links. If all names are the same word with a number, the word is shown
 * once.
 */
export function TermStrip({ faculty, termId }: { faculty: Faculty; termId: string }) {
  const shared = sharedWord(faculty.terms.map((term) => term.name));
  return (
    <nav aria-label={`Terms of ${faculty.name}`} className="no-print mb-6">
      {shared && (
        <p aria-hidden="true" className="mb-1 text-sm text-muted">
          {shared}
        </p>
      )}
      <ul
        className={
          shared
            ? 'grid max-w-120 auto-cols-fr grid-flow-col divide-x divide-hairline overflow-hidden rounded-card border border-edge bg-card max-[18rem]:grid-flow-row max-[18rem]:grid-cols-4'
            : 'flex flex-wrap gap-2'
        }
      >
        {faculty.terms.map((term) => (
          <li key={term.id}>
            <Link
              to="/faculty/$facultyId/semester/$semesterId"
              params={{ facultyId: faculty.id, semesterId: term.id }}
              aria-label={shared ? term.name : undefined}
              aria-current={term.id === termId ? 'page' : undefined}
              className={classes(
                'flex min-h-11 items-center justify-center focus-visible:-outline-offset-3',
                !shared && 'rounded-card border border-edge px-4',
                term.id === termId
                  ? 'bg-accent font-medium text-on-accent focus-visible:outline-on-accent'
                  : 'hover:bg-sunken hover:text-accent',
              )}
            >
              {shared ? term.name.slice(shared.length + 1) : term.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns `Semester` for `Semester 1`, `Semester 2` …; null if the names have another form. */
function sharedWord(names: readonly string[]): string | null {
  const word = /^(\p{L}+) \d+$/u.exec(names[0] ?? '')?.[1];
  return word && names.every((name) => /^\d{1,2}$/.test(name.slice(word.length + 1)) && name.startsWith(`${word} `))
    ? word
    : null;
}

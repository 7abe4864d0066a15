import { Link } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { materialKinds } from '#domain/material.ts';
import type { Faculty, Term } from '#domain/catalogue.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import { number } from '#messages/format.ts';
import * as words from '#messages/subject/empty-place.ts';
import { countOfTerm, type FacultyCounts } from './shelf-summary.ts';

/** Large text wraps. */
const linkStyle = `${buttonStyle('secondary', 'small')} whitespace-normal!`;
/** Number of other terms that are named. */
const maxTerms = 4;

type EmptyPlaceProps = { faculty: Faculty; term?: Term; counts: FacultyCounts | undefined };

/**
 * Leads on from a programme or term without any material: to the terms that have some, else to the other programmes,
 * and to the search and the page that says how to send something in. Renders nothing for other places.
 */
export function EmptyPlace({ faculty, term, counts }: EmptyPlaceProps) {
  if (!counts) return null;
  const terms = faculty.terms
    .map((each) => ({ ...each, count: materialKinds.reduce((sum, kind) => sum + countOfTerm(counts, each, kind), 0) }))
    .filter(({ count }) => count > 0);
  if (term ? terms.some(({ id }) => id === term.id) : terms.length > 0) return null;
  return (
    <div className="mb-6 rounded-card border border-dashed border-edge/60 px-4 py-4 sm:px-5">
      <p className="text-muted">{words.nothingYet(faculty.name, term?.name)}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {terms.slice(0, maxTerms).map(({ id, name, count }) => (
          <li key={id}>
            <Link
              to="/faculty/$facultyId/semester/$semesterId"
              params={{ facultyId: faculty.id, semesterId: id }}
              className={linkStyle}
            >
              {name} ({number(count)})
            </Link>
          </li>
        ))}
        {terms.length === 0 && (
          <li>
            <Link to={pages.home()} hash="faculties" className={linkStyle}>
              {words.otherFaculties}
            </Link>
          </li>
        )}
        <li>
          <Link to="/search" className={linkStyle}>
            {words.searchLibrary}
          </Link>
        </li>
        <li>
          <Link
            to={pages.contact()}
            hash="sending-in-material"
            className={`${buttonStyle('ghost', 'small')} whitespace-normal!`}
          >
            {words.sendMaterial}
          </Link>
        </li>
      </ul>
    </div>
  );
}

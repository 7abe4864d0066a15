import type { FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';

type FacultyPickerProps = {
  faculties: FacultySummary[];
  /** How many materials each faculty has, by its id; null while that is not known. */
  counts: Record<string, number> | null;
  firstTermId: (faculty: FacultySummary) => string;
  onSelect: (faculty: FacultySummary) => void;
};

/** A card for each faculty. The buttons are small forms, so that they lead on without scripts as well. */
export function FacultyPicker({ faculties, counts, firstTermId, onSelect }: FacultyPickerProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {faculties.map((faculty) => (
        <FacultyCard
          key={faculty.id}
          faculty={faculty}
          count={counts ? (counts[faculty.id] ?? 0) : null}
          action={pages.semester(faculty.id, firstTermId(faculty))}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

type FacultyCardProps = {
  faculty: FacultySummary;
  count: number | null;
  action: string;
  onSelect: (faculty: FacultySummary) => void;
};

function FacultyCard({ faculty, count, action, onSelect }: FacultyCardProps) {
  const headingId = `faculty-${faculty.id}`;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSelect(faculty);
  }

  return (
    <li className={`${cardStyle} flex flex-col p-5`}>
      <h3 id={headingId} className="text-xl">
        <Link
          to="/faculty/$facultyId"
          params={{ facultyId: faculty.id }}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:text-accent hover:underline"
        >
          {faculty.name}
        </Link>
      </h3>
      {faculty.fullName !== faculty.name && <p className="text-sm leading-snug text-muted">{faculty.fullName}</p>}
      <p className="mt-2 mb-4 text-sm text-muted">
        {faculty.terms.length} {faculty.type === 'year' ? 'years' : 'semesters'}
        {count !== null && count > 0 && `, ${count} ${count === 1 ? 'material' : 'materials'}`}
      </p>
      <form action={action} method="get" onSubmit={handleSubmit} className="mt-auto">
        <Button type="submit" variant="secondary" size="small" className="w-full" aria-describedby={headingId}>
          Select Faculty
        </Button>
      </form>
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
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
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {faculties.map((faculty) => (
        <FacultyCard
          key={faculty.id}
          faculty={faculty}
          count={counts?.[faculty.id] ?? 0}
          action={pages.semester(faculty.id, firstTermId(faculty))}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

type FacultyCardProps = {
  faculty: FacultySummary;
  count: number;
  action: string;
  onSelect: (faculty: FacultySummary) => void;
};

function FacultyCard({ faculty, count, action, onSelect }: FacultyCardProps) {
  const duration = `${faculty.duration} ${faculty.type}s`;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSelect(faculty);
  }

  return (
    <li
      className={`${cardStyle} grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 max-[20rem]:grid-cols-1 px-4 py-3 sm:grid-rows-[1fr_auto] sm:gap-y-3 sm:p-5 sm:pt-4`}
    >
      <div className="min-w-0 sm:col-span-2 sm:self-start">
        <h3 className="text-lg sm:text-xl">
          <Link
            to="/faculty/$facultyId"
            params={{ facultyId: faculty.id }}
            className="-mx-1.5 inline-flex min-h-11 items-center rounded-card px-1.5 underline-offset-4 hover:text-accent hover:underline focus-visible:-outline-offset-3"
          >
            {faculty.name}
          </Link>
        </h3>
        {faculty.fullName !== faculty.name && (
          <p className="text-sm leading-snug text-pretty text-muted max-sm:hidden">{faculty.fullName}</p>
        )}
      </div>
      <p className="col-start-1 text-sm text-muted">
        {duration}
        {count > 0 && (
          <span className="block">
            {count} {count === 1 ? 'material' : 'materials'}
          </span>
        )}
      </p>
      <form
        action={action}
        method="get"
        onSubmit={handleSubmit}
        className="col-start-2 row-span-2 row-start-1 max-w-full max-[20rem]:col-start-1 max-[20rem]:row-span-1 max-[20rem]:row-start-3 max-[20rem]:mt-2 sm:row-span-1 sm:row-start-2"
      >
        <Button type="submit" variant="secondary" size="small" aria-label={`Select Faculty: ${faculty.name}`}>
          Select Faculty
        </Button>
      </form>
    </li>
  );
}

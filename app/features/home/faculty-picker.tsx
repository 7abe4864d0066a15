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
      className={`${cardStyle} flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 sm:flex-col sm:flex-nowrap sm:items-stretch sm:p-5`}
    >
      <div className="min-w-0 flex-1 basis-28 sm:flex-none">
        <h3 className="text-lg sm:text-xl">
          <Link
            to="/faculty/$facultyId"
            params={{ facultyId: faculty.id }}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:text-accent hover:underline"
          >
            {faculty.name}
          </Link>
        </h3>
        {faculty.fullName !== faculty.name && (
          <p className="text-sm leading-snug text-muted max-sm:hidden">{faculty.fullName}</p>
        )}
        <p className="text-sm text-muted sm:mt-2">
          {duration}
          {count > 0 && `, ${count} ${count === 1 ? 'material' : 'materials'}`}
        </p>
      </div>
      <form action={action} method="get" onSubmit={handleSubmit} className="max-w-full shrink-0 sm:mt-2">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          className="w-full"
          aria-label={`Select Faculty: ${faculty.name}`}
        >
          Select Faculty
        </Button>
      </form>
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import type { FormEvent, MouseEvent } from 'react';
import { pages } from '#contract/addresses.ts';
import { likelyNext } from '#app/features/layout/prefetch-in-sight.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';

type FacultyPickerProps = {
  faculties: FacultySummary[];
  /** The number of materials of each faculty, by id; null while not known. */
  counts: Record<string, number> | null;
  firstTermId: (faculty: FacultySummary) => string;
  onSelect: (faculty: FacultySummary) => void;
};

/**
 * Shows a card for each faculty; the whole card can be pressed. The buttons are small forms, so that they work without scripts.
 */
export function FacultyPicker({ faculties, counts, firstTermId, onSelect }: FacultyPickerProps) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {faculties.map((faculty) => (
        <FacultyCard
          key={faculty.id}
          faculty={faculty}
          count={counts?.[faculty.id] ?? 0}
          firstTermId={firstTermId(faculty)}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

type FacultyCardProps = {
  faculty: FacultySummary;
  count: number;
  firstTermId: string;
  onSelect: (faculty: FacultySummary) => void;
};

function FacultyCard({ faculty, count, firstTermId, onSelect }: FacultyCardProps) {
  const duration = `${faculty.duration} ${faculty.type}s`;

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
      className={`${cardStyle} relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 focus-within:border-accent hover:border-accent max-[20rem]:grid-cols-1 sm:grid-rows-[1fr_auto] sm:gap-y-3 sm:p-5 sm:max-lg:last:odd:col-span-2`}
    >
      <div className="col-span-full min-w-0 sm:self-start">
        <h3 className="text-lg sm:text-xl">
          <Link
            {...likelyNext}
            to="/faculty/$facultyId/semester/$semesterId"
            params={{ facultyId: faculty.id, semesterId: firstTermId }}
            onClick={handleClick}
            className="after:absolute after:inset-0 after:rounded-card hover:text-accent"
          >
            {faculty.name}
          </Link>
        </h3>
        {faculty.fullName !== faculty.name && (
          <p className="text-sm leading-snug text-pretty text-muted">{faculty.fullName}</p>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{duration}</span>{' '}
        {count > 0 && (
          <span>
            {count} {count === 1 ? 'material' : 'materials'}
          </span>
        )}
      </p>
      <form
        action={pages.semester(faculty.id, firstTermId)}
        method="get"
        onSubmit={handleSubmit}
        className="relative z-1 max-w-full"
      >
        <Button type="submit" variant="secondary" size="small" aria-label={`Select Faculty: ${faculty.name}`}>
          Select Faculty
        </Button>
      </form>
    </li>
  );
}

import { X } from 'lucide-react';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import { facultyName, termName } from './place-names.ts';
import type { ShownPlace } from './shown-place.ts';

type ShownPlaceBarProps = { place: ShownPlace; faculties: readonly FacultySummary[]; onShowAll: () => void };

/** Shows that only the materials of one subject are listed, with a button to list all of them again. */
export function ShownPlaceBar({ place, faculties, onShowAll }: ShownPlaceBarProps) {
  const { facultyId, semesterId, subject, years } = place;
  const term = termName(faculties, facultyId, semesterId);
  const words = [facultyName(faculties, facultyId), term, subject, years && yearWords(years)].filter(Boolean);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-accent-tint py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1 basis-52 text-sm wrap-anywhere">
        Only <strong className="font-medium">{words.join(' · ')}</strong>
      </p>
      <Button variant="ghost" size="small" onClick={onShowAll}>
        <X aria-hidden="true" className="size-4" />
        Show all
      </Button>
    </div>
  );
}

function yearWords(years: NonNullable<ShownPlace['years']>): string {
  return 'only' in years ? String(years.only) : `not ${years.except.join(' to ')}`;
}

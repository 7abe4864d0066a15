import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames, type MaterialKind } from '#domain/material.ts';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import type { Place } from './upload-form.ts';

type PublishSummaryProps = {
  kind: MaterialKind;
  title: string;
  place: Place;
  year: string;
  faculties: readonly FacultySummary[];
};

/** What will be published and where it will stand, as far as it is known. */
export function PublishSummary({ kind, title, place, year, faculties }: PublishSummaryProps) {
  const faculty = faculties.find((each) => each.id === place.facultyId);
  const term = faculty?.terms.find((each) => each.id === place.semesterId);
  const where = [faculty?.name, term?.name, place.subject, kind === 'paper' && year].filter(Boolean).join(' · ');
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
      <KindTile kind={kind} />
      <p className="min-w-0 text-sm">
        <span className="block text-muted">Will be published as {kindNames[kind]}</span>
        <span className="block truncate font-medium">{title.trim() || 'Untitled'}</span>
        <span className="block text-muted">{where || 'Choose where it stands: faculty, level and subject.'}</span>
      </p>
    </div>
  );
}

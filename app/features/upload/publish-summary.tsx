import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames, type MaterialKind } from '#domain/material.ts';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import type { Place } from './material-form.ts';

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
  return (
    <section aria-label="What will be published">
      <div className="flex items-center gap-3">
        <KindTile kind={kind} />
        <div className="min-w-0">
          <h2 className="text-sm font-normal tracking-normal text-muted [font-family:inherit]">Will be published as</h2>
          <p className="font-medium">{kindNames[kind]}</p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <Fact name="Title" value={title} />
        <Fact name="Faculty" value={faculty?.name} />
        <Fact name={faculty?.type === 'year' ? 'Level' : 'Semester'} value={term?.name} />
        <Fact name="Subject" value={place.subject} />
        {kind === 'paper' && <Fact name="Year" value={year} />}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{value || <span className="text-muted">not chosen yet</span>}</dd>
    </>
  );
}

import { yearWords, type Calendar } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames } from '#domain/material.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { showsAttribute, titleOf, type MaterialForm } from '#app/features/upload/form/material-form.ts';

type PublishSummaryProps = { form: MaterialForm; faculties: readonly FacultySummary[] };

/** Shows the material to be published and its subject, as far as the form is filled in. */
export function PublishSummary({ form, faculties }: PublishSummaryProps) {
  const calendar = useCalendar();
  const { kind } = form;
  const faculty = faculties.find((each) => each.id === form.facultyId);
  const term = faculty?.terms.find((each) => each.id === form.semesterId);
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
        <Fact name="Title" value={titleOf(form)} />
        <Fact name="Faculty" value={faculty?.name} />
        <Fact name={faculty?.type === 'year' ? 'Level' : 'Semester'} value={term?.name} />
        <Fact name="Subject" value={form.subject} />
        {showsAttribute(form, 'year') && <Fact name="Year" value={yearsOf(form, calendar)} />}
      </dl>
    </section>
  );
}

/** Returns the years in the format that readers will see or, while a typed year is invalid, as typed. */
function yearsOf({ year, yearBs }: MaterialForm, calendar: Calendar): string {
  if (!/^\d{4}$/.test(year)) return year;
  return yearWords({ year: Number(year), yearBs: yearBs === '' ? null : Number(yearBs) }, calendar);
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{value || <span className="text-muted">not chosen yet</span>}</dd>
    </>
  );
}

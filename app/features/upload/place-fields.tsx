import { useQuery } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { changePlace, type Place } from './material-form.ts';

type PlaceFieldsProps = {
  shelf: Shelf;
  faculties: readonly FacultySummary[];
  place: Place;
  /** Parts that are called for and still empty. */
  missing: readonly string[];
  disabled?: boolean;
  /** Lets the subject take the whole row, where nothing stands beside it. */
  isSubjectWide?: boolean;
  onChange: (place: Place) => void;
};

/** Faculty, then Level, then Subject: each fills the next one's list and resets what hangs on it (specification 4). */
export function PlaceFields({
  shelf,
  faculties,
  place,
  missing,
  disabled = false,
  isSubjectWide = false,
  onChange,
}: PlaceFieldsProps) {
  const { facultyId, semesterId, subject } = place;
  const faculty = faculties.find((each) => each.id === facultyId);
  const details = useQuery({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    enabled: faculty !== undefined,
    staleTime: Infinity,
  });
  const subjects = details.data?.terms.find((term) => term.id === semesterId)?.subjects ?? [];
  const change = (part: keyof Place) => (event: { currentTarget: { value: string } }) =>
    onChange(changePlace(place, part, event.currentTarget.value));
  return (
    <>
      <Field label="Faculty" required error={missing.includes('facultyId') && 'Choose the faculty.'}>
        {(control) => (
          <Select
            {...control}
            value={faculty ? facultyId : ''}
            disabled={disabled}
            placeholder="Faculty"
            options={faculties.map((each) => ({ value: each.id, label: each.name }))}
            onChange={change('facultyId')}
          />
        )}
      </Field>
      <Field label="Level" required error={missing.includes('semesterId') && 'Choose the level.'}>
        {(control) => (
          <Select
            {...control}
            value={faculty?.terms.some((term) => term.id === semesterId) ? semesterId : ''}
            disabled={disabled || !faculty}
            disabledReason={faculty ? undefined : 'Choose the faculty first.'}
            placeholder={levelName(faculty)}
            options={(faculty?.terms ?? []).map((term) => ({ value: term.id, label: term.name }))}
            onChange={change('semesterId')}
          />
        )}
      </Field>
      <Field
        label="Subject"
        required
        {...(isSubjectWide && { className: 'sm:col-span-2' })}
        error={
          details.isError
            ? 'The subjects could not be loaded. Choose the level again.'
            : missing.includes('subject') && 'Choose the subject.'
        }
      >
        {(control) => (
          <Select
            {...control}
            value={subjects.some((each) => each.name === subject) ? subject : ''}
            disabled={disabled || !semesterId || subjects.length === 0}
            disabledReason={semesterId ? undefined : 'Choose the level first.'}
            placeholder={semesterId && details.isPending ? 'Loading the subjects…' : 'Subject'}
            options={subjects.map((each) => ({ value: each.name, label: each.name }))}
            onChange={change('subject')}
          />
        )}
      </Field>
    </>
  );
}

/** What a faculty's terms are called: the placeholder of Level. */
function levelName(faculty: FacultySummary | undefined): string {
  if (!faculty) return 'Level';
  return faculty.type === 'year' ? 'Year' : 'Semester';
}

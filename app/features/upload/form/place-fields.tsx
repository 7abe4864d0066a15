import { useQuery } from '@tanstack/react-query';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/upload/form.ts';
import { wordsOf, type MaterialFieldProps } from './material-fields.ts';
import type { TypedAttribute } from './material-form.ts';
import { ProposedMark } from './proposals-notice.tsx';

type PlaceFieldsProps = MaterialFieldProps & {
  /** True if the subject gets the whole row when no other field is in it. */
  isSubjectWide: boolean;
};

/** Renders Faculty, then Level, then Subject: each determines the options of the next one and resets the fields after it. */
export function PlaceFields({ shelf, faculties, form, faults, disabled, isSubjectWide, change }: PlaceFieldsProps) {
  const { facultyId, semesterId, subject } = form;
  const faculty = faculties.find((each) => each.id === facultyId);
  const details = useQuery({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    enabled: faculty !== undefined,
    staleTime: Infinity,
  });
  const subjects = details.data?.terms.find((term) => term.id === semesterId)?.subjects ?? [];
  const choose = (attribute: TypedAttribute) => (event: { currentTarget: { value: string } }) =>
    change({ type: 'typed', attribute, text: event.currentTarget.value });
  const labelOf = (attribute: TypedAttribute) => (
    <>
      {wordsOf(form, attribute).label}
      <ProposedMark form={form} names={[attribute]} />
    </>
  );
  return (
    <>
      <Field label={labelOf('facultyId')} required error={faults.facultyId}>
        {(control) => (
          <Select
            {...control}
            value={faculty ? facultyId : ''}
            disabled={disabled}
            placeholder={nouns.faculty}
            options={faculties.map((each) => ({ value: each.id, label: each.name }))}
            onChange={choose('facultyId')}
          />
        )}
      </Field>
      <Field label={labelOf('semesterId')} required error={faults.semesterId}>
        {(control) => (
          <Select
            {...control}
            value={faculty?.terms.some((term) => term.id === semesterId) ? semesterId : ''}
            disabled={disabled || !faculty}
            disabledReason={faculty ? undefined : words.facultyFirst}
            placeholder={levelName(faculty)}
            options={(faculty?.terms ?? []).map((term) => ({ value: term.id, label: term.name }))}
            onChange={choose('semesterId')}
          />
        )}
      </Field>
      <Field
        label={labelOf('subject')}
        required
        {...(isSubjectWide && { className: 'sm:col-span-2' })}
        error={details.isError ? words.subjectsNotLoaded : faults.subject}
      >
        {(control) => (
          <Select
            {...control}
            value={subjects.some((each) => each.name === subject) ? subject : ''}
            disabled={disabled || !semesterId || subjects.length === 0}
            disabledReason={semesterId ? undefined : words.levelFirst}
            placeholder={semesterId && details.isPending ? words.loadingSubjects : nouns.subject}
            options={subjects.map((each) => ({ value: each.name, label: each.name }))}
            onChange={choose('subject')}
          />
        )}
      </Field>
    </>
  );
}

/** Returns the placeholder of Level: the name for the terms of a faculty. */
function levelName(faculty: FacultySummary | undefined): string {
  return words.levels[faculty?.type ?? 'any'];
}

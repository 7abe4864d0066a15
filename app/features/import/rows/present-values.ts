import type { StagedRow, ManualValues, ManualField } from '#app/features/import/calls/staging-calls.ts';

/**
 * Returns the current values of these fields of a row, to set them by hand. A subject comes with its faculty and term.
 */
export function presentValues(row: StagedRow, fields: readonly (ManualField | 'rights')[]): ManualValues {
  const manual: ManualValues = {};
  const { facultyId, semesterId, subject, kind, year } = row.fields;
  for (const field of fields) {
    if (field === 'subject' && subject.value !== null) {
      manual.subject = subject.value;
      if (facultyId.value !== null) manual.facultyId = facultyId.value;
      if (semesterId.value !== null) manual.semesterId = semesterId.value;
    } else if (field === 'facultyId' && facultyId.value !== null) manual.facultyId = facultyId.value;
    else if (field === 'semesterId' && semesterId.value !== null) manual.semesterId = semesterId.value;
    else if (field === 'kind' && kind.value !== null) manual.kind = kind.value;
    else if (field === 'title') manual.title = row.title;
    else if (field === 'rights') manual.mayPublish = true;
    else if (field === 'year' && (year.value !== null || year.source === 'manual')) {
      manual.year = year.value;
      if (year.bs !== null) manual.bsYear = year.bs;
    }
  }
  return manual;
}

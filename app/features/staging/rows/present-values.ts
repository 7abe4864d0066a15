import type { StagedRow, Told, ToldField } from '#app/features/staging/staging-calls.ts';

/** The values of a row in these fields, to set them by hand; without unknown ones. A subject comes with its place. */
export function presentValues(row: StagedRow, fields: readonly (ToldField | 'rights')[]): Told {
  const told: Told = {};
  const { facultyId, semesterId, subject, kind, year } = row.fields;
  for (const field of fields) {
    if (field === 'subject' && subject.value !== null) {
      told.subject = subject.value;
      if (facultyId.value !== null) told.facultyId = facultyId.value;
      if (semesterId.value !== null) told.semesterId = semesterId.value;
    } else if (field === 'facultyId' && facultyId.value !== null) told.facultyId = facultyId.value;
    else if (field === 'semesterId' && semesterId.value !== null) told.semesterId = semesterId.value;
    else if (field === 'kind' && kind.value !== null) told.kind = kind.value;
    else if (field === 'title') told.title = row.title;
    else if (field === 'rights') told.mayPublish = true;
    else if (field === 'year' && (year.value !== null || year.source === 'told')) {
      told.year = year.value;
      if (year.bs !== null) told.bsYear = year.bs;
    }
  }
  return told;
}

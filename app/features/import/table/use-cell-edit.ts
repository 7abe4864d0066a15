import type { FacultySummary } from '#domain/catalogue.ts';
import type { Shelf } from '#contract/shelf.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import type { StagedRow, ManualValues, ManualField } from '#app/features/import/calls/staging-calls.ts';
import { useSubjects } from '#app/features/import/rows/use-subjects.ts';
import { facultiesOf, facultyChoices, kindChoices, subjectChoices, termChoices, type Choice } from './choices.ts';
import { readTypedYear } from '#app/features/import/rows/typed-cell-year.ts';

/** The edited cell. `typed` is the first typed text; null: the current value. */
export type CellEdit = { id: string; column: number; field: ManualField; typed: string | null };

/** Returns the choices of a cell, and how typed text is read. */
export function useCellEdit(
  edit: CellEdit | null,
  row: StagedRow | undefined,
  { shelf, faculties }: { shelf: Shelf; faculties: readonly FacultySummary[] },
) {
  const { site } = useAdminSession();
  const isSubject = edit?.field === 'subject' && row !== undefined;
  const wanted = isSubject ? facultiesOf(row, faculties) : [];
  const subjects = useSubjects(shelf, wanted);
  if (!edit || !row) return null;
  const { fields } = row;
  const lists: Partial<Record<ManualField, () => Choice[]>> = {
    kind: kindChoices,
    facultyId: () => facultyChoices(faculties),
    semesterId: () => termChoices(row, faculties),
    subject: () => subjectChoices(row, subjects.faculties),
  };
  const present: Partial<Record<ManualField, string | null>> = {
    kind: fields.kind.value,
    facultyId: fields.facultyId.value,
    semesterId: fields.semesterId.value,
    subject: [fields.facultyId.value, fields.semesterId.value, fields.subject.value].join('/'),
  };
  const text = { year: String(fields.year.bs ?? fields.year.value ?? ''), title: row.title };
  return {
    choices: lists[edit.field]?.() ?? null,
    presentId: present[edit.field] ?? null,
    isLoading: isSubject && subjects.isLoading,
    initial: edit.typed ?? (edit.field === 'year' || edit.field === 'title' ? text[edit.field] : ''),
    read: (typed: string): ManualValues | { fault: string } => readText(edit.field, typed, site.timeZone),
  };
}

function readText(field: ManualField, typed: string, timeZone: string): ManualValues | { fault: string } {
  if (field === 'year') return readTypedYear(typed, yearAt(timeZone));
  const title = typed.trim();
  return title === '' ? { fault: 'Type a title.' } : { title };
}

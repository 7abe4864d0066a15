import type { ManualField } from '#app/features/import/calls/staging-calls.ts';

/** The columns of the table. `field` is the editable field of a cell; other columns cannot be edited. */
export type Column = { name: string; field: ManualField | null };

export const columns: readonly Column[] = [
  { name: 'File', field: null },
  { name: 'Kind', field: 'kind' },
  { name: 'Faculty', field: 'facultyId' },
  { name: 'Term', field: 'semesterId' },
  { name: 'Subject', field: 'subject' },
  { name: 'Year', field: 'year' },
  { name: 'Title', field: 'title' },
  { name: 'State', field: null },
];

export const fieldNames: Record<ManualField, string> = {
  kind: 'Kind',
  facultyId: 'Faculty',
  semesterId: 'Term',
  subject: 'Subject',
  year: 'Year',
  title: 'Title',
};

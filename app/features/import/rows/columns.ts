import type { ManualField } from '#app/features/import/calls/staging-calls.ts';
import * as words from '#messages/import/rows.ts';
import * as nouns from '#messages/nouns.ts';

/** The columns of the table. `field` is the editable field of a cell; other columns cannot be edited. */
export type Column = { name: string; field: ManualField | null };

export const columns: readonly Column[] = [
  { name: nouns.file, field: null },
  { name: words.fields.kind, field: 'kind' },
  { name: words.fields.facultyId, field: 'facultyId' },
  { name: words.fields.semesterId, field: 'semesterId' },
  { name: words.fields.subject, field: 'subject' },
  { name: words.fields.year, field: 'year' },
  { name: words.fields.title, field: 'title' },
  { name: words.state, field: null },
];

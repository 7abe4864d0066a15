import { expect, test } from 'vitest';
import { makeStagedRow } from '#test/support/staged-row.ts';
import type { StagedRow } from '#app/features/staging/staging-calls.ts';
import { undoSteps } from './undo-steps.ts';

const guessed = (id: string) => makeStagedRow({ facultyId: 'csit', subject: 'Physics' }, { $id: id });

function told(id: string, subject: string): StagedRow {
  const row = guessed(id);
  const field = { ...row.fields.subject, value: subject, source: 'told' as const };
  return { ...row, fields: { ...row.fields, subject: field } };
}

test('what was guessed before is guessed again, what was told before is told again, in as few calls as possible', () => {
  const rows = [guessed('a'), guessed('b'), told('c', 'Calculus'), told('d', 'Calculus'), told('e', 'Logic')];
  expect(undoSteps(rows, { subject: 'Statistics', facultyId: 'bca' })).toEqual([
    { ids: ['a', 'b'], told: {}, forget: ['subject', 'facultyId'] },
    { ids: ['c', 'd'], told: { subject: 'Calculus' }, forget: ['facultyId'] },
    { ids: ['e'], told: { subject: 'Logic' }, forget: ['facultyId'] },
  ]);
});

test('a year comes back with the year of Bikram Sambat that was told with it', () => {
  const row = guessed('a');
  const year = { ...row.fields.year, value: 2022, bs: 2079, source: 'told' as const };
  expect(undoSteps([{ ...row, fields: { ...row.fields, year } }], { year: 2020 })).toEqual([
    { ids: ['a'], told: { year: 2022, bsYear: 2079 }, forget: [] },
  ]);
});

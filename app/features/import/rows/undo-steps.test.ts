import { expect, test } from 'vitest';
import { makeStagedRow } from '#test/support/staged-row.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { undoSteps } from './undo-steps.ts';

const guessed = (id: string) => makeStagedRow({ facultyId: 'csit', subject: 'Physics' }, { $id: id });

function setByHand(id: string, subject: string): StagedRow {
  const row = guessed(id);
  const field = { ...row.fields.subject, value: subject, source: 'manual' as const };
  return { ...row, fields: { ...row.fields, subject: field } };
}

test('guessed values are reset to the guess and manual values are set again, in as few calls as possible', () => {
  const rows = [
    guessed('a'),
    guessed('b'),
    setByHand('c', 'Calculus'),
    setByHand('d', 'Calculus'),
    setByHand('e', 'Logic'),
  ];
  expect(undoSteps(rows, { subject: 'Statistics', facultyId: 'bca' })).toEqual([
    { ids: ['a', 'b'], manual: {}, forget: ['subject', 'facultyId'] },
    { ids: ['c', 'd'], manual: { subject: 'Calculus' }, forget: ['facultyId'] },
    { ids: ['e'], manual: { subject: 'Logic' }, forget: ['facultyId'] },
  ]);
});

test('undoing restores a year together with the year of Bikram Sambat that was set with it', () => {
  const row = guessed('a');
  const year = { ...row.fields.year, value: 2022, bs: 2079, source: 'manual' as const };
  expect(undoSteps([{ ...row, fields: { ...row.fields, year } }], { year: 2020 })).toEqual([
    { ids: ['a'], manual: { year: 2022, bsYear: 2079 }, forget: [] },
  ]);
});

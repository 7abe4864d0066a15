import { expect, test } from 'vitest';
import { makeStagedRow } from '#test/support/staged-row.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { updateView } from './visible-rows.ts';

const doubtful = (id: string) => makeStagedRow({}, { $id: id, doubtful: ['year'], isReady: false });
const sure = (id: string) => makeStagedRow({ year: 2020 }, { $id: id });
const setByHand = (id: string): StagedRow => {
  const row = sure(id);
  return { ...row, fields: { ...row.fields, year: { ...row.fields.year, source: 'manual' } } };
};
const rowsOf = (...rows: StagedRow[]) => new Map(rows.map((row) => [row.$id, row]));

test('a row that a person made sure stays on screen, and a row that became sure automatically leaves', () => {
  const before = updateView(null, rowsOf(doubtful('a'), doubtful('b'), doubtful('c'), sure('d')), 'doubtful', null);
  expect(before).toMatchObject({ ids: ['a', 'b', 'c'], stayed: 0 });
  const rows = rowsOf(setByHand('a'), sure('b'), doubtful('c'), doubtful('d'));
  expect(updateView(before, rows, 'doubtful', null)).toMatchObject({ ids: ['a', 'c', 'd'], stayed: 1 });
  expect(updateView(before, rows, 'doubtful', 'b')).toMatchObject({ ids: ['a', 'b', 'c', 'd'], stayed: 2 });
});

test('another filter starts with only its matching rows', () => {
  const before = updateView(null, rowsOf(doubtful('a'), sure('b')), 'doubtful', null);
  expect(updateView(before, rowsOf(setByHand('a'), sure('b')), 'ready', 'a')).toMatchObject({
    ids: ['a', 'b'],
    stayed: 0,
  });
});

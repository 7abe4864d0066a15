import { expect, test } from 'vitest';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { makeStagedRow } from '#test/support/staged-row.ts';
import { filters } from '#messages/import/rows.ts';
import { matchesFilter, shownFilters, sumRows, workOf, updateView } from './row-filters.ts';
import { stateOf, type RowContext } from './row-words.ts';

const nobody: RowContext = {
  pending: new Set(),
  sent: new Set(),
  failures: new Map(),
  refusals: new Map(),
  canSend: () => false,
  timeZone: 'Asia/Kathmandu',
};
const duplicate = {
  how: 'bytes',
  share: 1,
  materialId: 'm',
  stagedId: null,
  isInTrash: false,
  title: 'OS',
} as StagedRow['duplicates'][number];

/** Returns rows of every state with every combination of a warning, a refusal, a duplicate and a doubt. */
const rows = (['waiting', 'reading', 'checked', 'published'] as const).flatMap((state) =>
  [null, 'It is damaged.'].flatMap((warning) =>
    [null, 'It is too large.'].flatMap((refusal) =>
      [[], [duplicate]].flatMap((duplicates) =>
        [[], ['year' as const]].map((doubtful) => makeStagedRow({}, { state, warning, refusal, duplicates, doubtful })),
      ),
    ),
  ),
);

test('every unpublished row is counted in exactly one filter, and the filters add up to all rows', () => {
  const { open, ...sums } = sumRows(rows);
  expect(open).toBe(48);
  expect(Object.values(sums).reduce((one, other) => one + other)).toBe(open);
  for (const row of rows) {
    const filters = shownFilters.filter((filter) => filter !== 'open' && matchesFilter(row, filter));
    expect(filters).toHaveLength(row.state === 'published' ? 0 : 1);
  }
});

test('a row is counted in the filter of its column State', () => {
  const labels: Record<string, string> = {
    ...filters,
    duplicates: 'Duplicate',
    unreadable: 'Damaged',
    published: 'Published',
  };
  for (const row of rows) expect(stateOf(row, nobody).label).toBe(labels[workOf(row)]);
});

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

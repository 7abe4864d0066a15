import { describe, expect, test } from 'vitest';
import { keepShown, nextLeft, noSelection, selectAll, selectFolder, selectRange, toggleRow } from './row-selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const order = { ids, positions: new Map(ids.map((id, index) => [id, index])) };

test('a range grows and shrinks from where it began', () => {
  const first = selectRange(noSelection, order, 'b', 'c');
  expect([...first.ids]).toEqual(['b', 'c']);
  const longer = selectRange(first, order, 'c', 'e');
  expect([...longer.ids]).toEqual(['b', 'c', 'd', 'e']);
  expect([...selectRange(longer, order, 'e', 'a').ids]).toEqual(['a', 'b']);
});

test('a range starts at the active row if the row where it started was removed', () => {
  expect([...selectRange({ ids: new Set(['x']), anchor: 'x' }, order, 'c', 'd').ids]).toEqual(['c', 'd']);
});

test('rows are added and removed one by one', () => {
  const two = toggleRow(toggleRow(noSelection, 'b'), 'd');
  expect([...two.ids]).toEqual(['b', 'd']);
  expect([...toggleRow(two, 'b').ids]).toEqual(['d']);
});

test('rows that leave the screen are no longer selected', () => {
  expect([...keepShown(selectAll(ids), new Set(['b', 'c'])).ids]).toEqual(['b', 'c']);
});

test('the next remaining row becomes active, else the previous one', () => {
  expect(nextLeft(ids, 'c', new Set(['a', 'c']))).toBe('c');
  expect(nextLeft(ids, 'c', new Set(['a', 'b', 'e']))).toBe('e');
  expect(nextLeft(ids, 'e', new Set(['a', 'b']))).toBe('b');
  expect(nextLeft(ids, 'e', new Set())).toBeNull();
});

describe('selecting a folder', () => {
  const paths = ['a/x/1', 'a/x/2', 'a/x/deep/3', 'a/xy/4', 'b/5', '6'];
  const pathOf = (id: string) => id;

  test('selects all shown rows of the folder of the active row and of those below', () => {
    expect([...selectFolder(noSelection, paths, pathOf, 'a/x/1').ids]).toEqual(['a/x/1', 'a/x/2', 'a/x/deep/3']);
    expect([...selectFolder(noSelection, ['a/x/1', 'b/5'], pathOf, 'a/x/1').ids]).toEqual(['a/x/1']);
  });

  test('selects the folders of all selected rows', () => {
    const two = selectAll(['a/xy/4', 'a/x/deep/3']);
    expect([...selectFolder(two, [...paths, 'a/xy/7'], pathOf, null).ids]).toEqual(['a/x/deep/3', 'a/xy/4', 'a/xy/7']);
  });

  test('selects the folder above if the folder is selected already, up to all rows', () => {
    const folder = selectFolder(noSelection, paths, pathOf, 'a/x/1');
    const above = selectFolder(folder, paths, pathOf, 'a/x/1');
    expect([...above.ids]).toEqual(['a/x/1', 'a/x/2', 'a/x/deep/3', 'a/xy/4']);
    const all = selectFolder(above, paths, pathOf, 'a/x/1');
    expect([...all.ids]).toEqual(paths);
    expect([...selectFolder(all, paths, pathOf, 'a/x/1').ids]).toEqual(paths);
  });

  test('changes nothing without a row', () => {
    expect(selectFolder(noSelection, paths, pathOf, null)).toBe(noSelection);
  });
});

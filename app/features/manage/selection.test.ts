import { expect, test } from 'vitest';
import {
  countSelected,
  everythingSelected,
  extendSelection,
  isSelected,
  nothingSelected,
  pageState,
  selectRange,
  togglePage,
  toggleRow,
  type Selection,
} from './selection.ts';

const page = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: Selection) => [...ids].toSorted().join('');

test('a row is selected and deselected individually', () => {
  const one = toggleRow(nothingSelected, 'b', page);
  expect([idsOf(one), isSelected(one, 'b'), countSelected(one, 9)]).toEqual(['b', true, 1]);
  expect(idsOf(toggleRow(one, 'b', page))).toBe('');
});

test('a range starts at the row changed last, goes in both directions, and may shrink by deselecting', () => {
  const one = toggleRow(nothingSelected, 'c', page);
  const down = selectRange(one, 'e', page);
  expect(idsOf(down)).toBe('cde');
  expect(idsOf(selectRange(down, 'a', page))).toBe('abcde');
  const off = toggleRow(down, 'd', page);
  expect(idsOf(selectRange(off, 'e', page))).toBe('c');
  // The row changed last is on another page.
  expect(idsOf(selectRange({ ...one, anchor: 'z' }, 'e', page))).toBe('ce');
  expect(idsOf(selectRange(nothingSelected, 'e', page))).toBe('e');
});

test('selecting or deselecting a page leaves the selection on other pages unchanged', () => {
  const elsewhere = toggleRow(nothingSelected, 'z', page);
  expect(pageState(elsewhere, page)).toBe('none');
  const all = togglePage(elsewhere, page);
  expect([idsOf(all), pageState(all, page)]).toEqual(['abcdez', 'all']);
  expect(pageState(toggleRow(all, 'a', page), page)).toBe('some');
  expect(idsOf(togglePage(all, page))).toBe('z');
});

test("all matches are selected on every page; deselecting one leaves only the page's other rows selected", () => {
  expect([countSelected(everythingSelected, 1234), pageState(everythingSelected, page)]).toEqual([1234, 'all']);
  expect(isSelected(everythingSelected, 'anything')).toBe(true);
  const less = toggleRow(everythingSelected, 'b', page);
  expect([idsOf(less), less.isEverything]).toEqual(['acde', false]);
  expect(togglePage(everythingSelected, page)).toEqual(nothingSelected);
});

test('Shift and an arrow key extend the range from the first row, and shrink it on the way back', () => {
  const first = extendSelection(nothingSelected, 'b', 'c', page);
  const second = extendSelection(first, 'c', 'd', page);
  expect([idsOf(first), idsOf(second), second.anchor]).toEqual(['bc', 'bcd', 'b']);
  const back = extendSelection(second, 'd', 'c', page);
  expect([idsOf(back), back.anchor]).toEqual(['bc', 'b']);
  const across = extendSelection(extendSelection(back, 'c', 'b', page), 'b', 'a', page);
  expect(idsOf(across)).toBe('ab');
  // A row that was deselected last does not start a range.
  expect(idsOf(extendSelection(toggleRow(second, 'b', page), 'b', 'a', page))).toBe('abcd');
});

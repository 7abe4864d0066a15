import { expect, test } from 'vitest';
import { moveBy, stepCell } from './grid-keys.ts';

const size = { rows: 100, columns: 8, pageRows: 10 };
const press = (key: string, row: number, column: number, isControl = false) => {
  const moved = moveBy({ key, isControl }, { row, column }, size);
  return moved && [moved.row, moved.column];
};

test('arrows and page keys move and stop at the edges', () => {
  expect(press('ArrowDown', 4, 2)).toEqual([5, 2]);
  expect(press('ArrowUp', 0, 2)).toEqual([0, 2]);
  expect(press('ArrowRight', 4, 7)).toEqual([4, 7]);
  expect(press('PageDown', 95, 1)).toEqual([99, 1]);
  expect(press('PageUp', 25, 1)).toEqual([15, 1]);
});

test('Home and End go to the ends of the row, with Ctrl to those of the table', () => {
  expect(press('Home', 4, 2)).toEqual([4, 0]);
  expect(press('End', 4, 2)).toEqual([4, 7]);
  expect(press('Home', 4, 2, true)).toEqual([0, 0]);
  expect(press('End', 4, 2, true)).toEqual([99, 7]);
});

test('other keys do not move, and a table without rows has one cell', () => {
  expect(press('a', 4, 2)).toBeNull();
  expect(moveBy({ key: 'End', isControl: true }, { row: 0, column: 0 }, { ...size, rows: 0 })).toEqual({
    row: 0,
    column: 7,
  });
});

test('Tab moves from cell to cell in reading order and ends with the table', () => {
  expect(stepCell({ row: 1, column: 7 }, 1, size)).toEqual({ row: 2, column: 0 });
  expect(stepCell({ row: 1, column: 0 }, -1, size)).toEqual({ row: 0, column: 7 });
  expect(stepCell({ row: 99, column: 7 }, 1, size)).toBeNull();
});

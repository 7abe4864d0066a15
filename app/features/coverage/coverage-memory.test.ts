import { expect, test } from 'vitest';
import { cellAfterKey } from './coverage-memory.ts';

const size = { terms: [2, 1, 3], columns: 4 };
const go = (row: number, column: number, key: string, ctrlKey = false) => {
  const next = cellAfterKey({ row, column }, { key, ctrlKey }, size);
  return next && [next.row, next.column];
};

test('arrow keys move from cell to cell, also into the next term, and stop at the edges', () => {
  expect([go(1, 1, 'ArrowRight'), go(1, 3, 'ArrowRight'), go(1, 0, 'ArrowLeft')]).toEqual([
    [1, 2],
    [1, 3],
    [1, 0],
  ]);
  expect([go(1, 1, 'ArrowDown'), go(5, 1, 'ArrowDown'), go(0, 1, 'ArrowUp')]).toEqual([
    [2, 1],
    [5, 1],
    [0, 1],
  ]);
});

test('Home and End go to the ends of the row, with Ctrl to the ends of the table; Page Up and Page Down change the term', () => {
  expect([go(2, 2, 'Home'), go(2, 2, 'End'), go(2, 2, 'Home', true), go(2, 2, 'End', true)]).toEqual([
    [2, 0],
    [2, 3],
    [0, 0],
    [5, 3],
  ]);
  expect([go(0, 2, 'PageDown'), go(2, 2, 'PageDown'), go(4, 2, 'PageDown')]).toEqual([
    [2, 2],
    [3, 2],
    [5, 2],
  ]);
  expect([go(4, 2, 'PageUp'), go(3, 2, 'PageUp'), go(0, 2, 'PageUp')]).toEqual([
    [3, 2],
    [2, 2],
    [0, 2],
  ]);
  expect(go(0, 0, 'Enter')).toBeNull();
});

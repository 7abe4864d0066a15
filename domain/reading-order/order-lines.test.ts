import { expect, test } from 'vitest';
import type { LineBox } from './line-box.ts';
import { orderLines } from './order-lines.ts';

/** Returns a line of letters that are ten units high. */
const line = (left: number, top: number, width: number, isRightToLeft = false): LineBox => ({
  left,
  top,
  right: left + width,
  bottom: top + 10,
  isRightToLeft,
});

test('lines that are drawn in reading order stay in order', () => {
  const [left, right] = [0, 1].map((at) => [0, 14, 28, 42].map((top) => line(at * 220, top, 200)));
  expect(orderLines([...(left ?? []), ...(right ?? [])]).flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a line above all others in its column comes before them, at any distance', () => {
  expect(orderLines([line(0, 200, 300), line(0, 214, 300), line(100, 0, 100)]).flat()).toEqual([2, 0, 1]);
});

test('pieces of one row are one line, such as raised letters and cells', () => {
  const raised = { ...line(102, -1, 8), bottom: 6 };
  expect(orderLines([line(0, 0, 100), raised, line(112, 0, 80), line(0, 20, 50), line(150, 20, 50)])).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
});

test('parts of a formula keep the order of the file', () => {
  const [numerator, denominator] = [line(52, -6, 20), line(52, 5, 20)];
  const order = orderLines([line(0, 40, 300), line(0, 0, 50), denominator, numerator, line(80, 0, 90)]).flat();
  expect(order).toEqual([1, 2, 3, 4, 0]);
});

test('a page that is read from the right begins with its right column; formulas in it are read from the left', () => {
  const columns = [line(0, 0, 200, true), line(0, 14, 200, true), line(220, 0, 200, true), line(220, 14, 200, true)];
  expect(orderLines(columns).flat()).toEqual([2, 3, 0, 1]);
  const formula = [line(100, 40, 20), line(122, 40, 20)];
  expect(orderLines([...columns.slice(0, 2), ...formula])).toEqual([[0], [1], [2, 3]]);
});

test('any boxes are ordered, each once: without height, without an end, on top of each other', () => {
  const odd = [
    line(0, 0, 0),
    { left: 0, top: 5, right: 0, bottom: 5 },
    { left: Number.NaN, top: 0, right: 1, bottom: Number.NaN },
    { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity },
    line(0, 0, 100),
    line(0, 0, 100),
    line(50, 2, 100),
  ];
  expect(orderLines(odd).flat().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(orderLines([])).toEqual([]);
});

test('a page with more pieces than any table has stays in the order of the file', () => {
  const pieces = Array.from({ length: 5000 }, (_, at) => line((at % 50) * 12, 5000 - at, 6));
  expect(orderLines(pieces).flat()).toEqual(pieces.map((_, at) => at));
});

import { expect, test } from 'vitest';
import { isDoubleTap, isTap } from './tap-recognizer.ts';

const down = { time: 1000, x: 100, y: 300 };

test('a touch is a tap if it is short and does not move: a long one selects, a moving one scrolls', () => {
  expect(isTap(down, { time: 1100, x: 104, y: 297 })).toBe(true);
  expect(isTap(down, { time: 1600, x: 100, y: 300 })).toBe(false);
  expect(isTap(down, { time: 1100, x: 100, y: 340 })).toBe(false);
});

test('two taps are a double tap if the second is soon after and near the first', () => {
  expect(isDoubleTap(down, { time: 1200, x: 110, y: 290 })).toBe(true);
  expect(isDoubleTap(down, { time: 1400, x: 100, y: 300 })).toBe(false);
  expect(isDoubleTap(down, { time: 1200, x: 200, y: 300 })).toBe(false);
});

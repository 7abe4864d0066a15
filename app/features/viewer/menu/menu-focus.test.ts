import { expect, test } from 'vitest';
import { nextItem } from './menu-focus.ts';

const labels = ['Zoom out', 'Zoom in', 'Print', 'Close'];

test('arrow keys wrap around, Home and End go to the first and the last', () => {
  expect(nextItem(labels, 3, 'ArrowDown')).toBe(0);
  expect(nextItem(labels, 0, 'ArrowUp')).toBe(3);
  expect(nextItem(labels, -1, 'ArrowUp')).toBe(3);
  expect(nextItem(labels, 2, 'Home')).toBe(0);
  expect(nextItem(labels, 0, 'End')).toBe(3);
});

test('a letter goes to the next item that starts with it, else nowhere', () => {
  expect(nextItem(labels, 0, 'z')).toBe(1);
  expect(nextItem(labels, 1, 'Z')).toBe(0);
  expect(nextItem(labels, 0, 'x')).toBeNull();
  expect(nextItem(labels, 0, 'Enter')).toBeNull();
  expect(nextItem([], -1, 'ArrowDown')).toBeNull();
});

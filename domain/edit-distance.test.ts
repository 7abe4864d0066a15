import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['paper', 'paper', 0],
  ['paper', 'apper', 1],
  ['abcd', 'badc', 2],
])('from %s to %s there are %i edits', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
  expect(editDistance(other, one)).toBe(edits);
});

test('swapped letters are two edits unless swaps count', () => {
  expect(editDistance('paper', 'apper', Infinity, false)).toBe(2);
});

test('beyond the maximum, the result is one more than it', () => {
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
  expect(editDistance('kitten', 'sitting', 2)).toBe(3);
  expect(editDistance('abcdef', 'uvwxyz', 1)).toBe(2);
  expect(editDistance('abc', 'abcdef', 1)).toBe(2);
});

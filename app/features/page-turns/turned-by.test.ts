import { expect, test } from 'vitest';
import { turnedBy } from './turned-by.ts';

const turned = [
  { first: 2, last: 3, degrees: 180 as const },
  { first: 5, last: 5, degrees: 270 as const },
];

test('each page is rotated relative to its current rotation', () => {
  expect(turnedBy(turned, { first: 1, last: 6 }, 90)).toEqual([
    { first: 1, last: 1, degrees: 90 },
    { first: 2, last: 3, degrees: 270 },
    { first: 4, last: 4, degrees: 90 },
    { first: 5, last: 5, degrees: 0 },
    { first: 6, last: 6, degrees: 90 },
  ]);
  expect(turnedBy(turned, { first: 3, last: 3 }, 180)).toEqual([{ first: 3, last: 3, degrees: 0 }]);
  expect(turnedBy([], { first: 1, last: 300 }, 180)).toEqual([{ first: 1, last: 300, degrees: 180 }]);
});

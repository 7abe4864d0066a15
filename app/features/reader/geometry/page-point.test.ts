import { expect, test } from 'vitest';
import { locationOfPoint } from './page-point.ts';

const point = { page: 3, x: 0.25, y: 0.1 };

test('a point near the top of a page stays near the top unless the page is rotated', () => {
  expect(locationOfPoint(point, 0)).toEqual({ page: 3, fraction: 0.1, across: 0.25 });
  expect(locationOfPoint(point, 90)).toEqual({ page: 3, fraction: 0.25, across: 0.9 });
  expect(locationOfPoint(point, 180)).toEqual({ page: 3, fraction: 0.9, across: 0.75 });
  expect(locationOfPoint(point, 270)).toEqual({ page: 3, fraction: 0.75, across: 0.1 });
});

test('a point beyond the page counts as its edge', () => {
  expect(locationOfPoint({ page: 3, x: 0, y: -0.4 }, 0).fraction).toBe(0);
});

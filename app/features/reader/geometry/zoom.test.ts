import { expect, test } from 'vitest';
import { doubleTapZoom, pageWidth } from './zoom.ts';

test('a page takes 90 % of a window wider than 768 px, 95 % of any other, times the zoom', () => {
  expect(pageWidth(1440, 1)).toBe(1296);
  expect(pageWidth(769, 1)).toBeCloseTo(692.1);
  expect(pageWidth(768, 1)).toBeCloseTo(729.6);
  expect(pageWidth(390, 2)).toBe(741);
});

test('a double tap zooms in and back, and back from a small zoom', () => {
  expect([0.5, 0.9, 1, 1.3, 1.4, 1.8, 2].map(doubleTapZoom)).toEqual([1, 1, 1.8, 1.8, 1, 1, 1]);
});

import { expect, test } from 'vitest';
import { doubleTapZoom, nearestZoom, pageWidth, stepZoom } from './zoom.ts';

test('a page takes 90 % of a window wider than 768 px, 95 % of any other, times the zoom', () => {
  expect(pageWidth(1440, 1)).toBe(1296);
  expect(pageWidth(769, 1)).toBeCloseTo(692.1);
  expect(pageWidth(768, 1)).toBeCloseTo(729.6);
  expect(pageWidth(390, 2)).toBe(741);
});

test('fifteen steps lead from the least zoom to the greatest, through exact tenths', () => {
  const seen = [0.5];
  for (let step = 0; step < 15; step += 1) seen.push(stepZoom(seen.at(-1)!, 1));
  expect(seen).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2]);
});

test('zoom stays within its limits', () => {
  expect(stepZoom(2, 1)).toBe(2);
  expect(stepZoom(0.5, -1)).toBe(0.5);
});

test('any zoom ends on a step within the limits', () => {
  expect([0.1, 0.54, 1.05, 1.349, 1.96, 7].map(nearestZoom)).toEqual([0.5, 0.5, 1.1, 1.3, 2, 2]);
});

test('a double tap goes close up and back, and back from far away', () => {
  expect([0.5, 0.9, 1, 1.3, 1.4, 1.8, 2].map(doubleTapZoom)).toEqual([1, 1, 1.8, 1.8, 1, 1, 1]);
});

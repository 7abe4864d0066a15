import { expect, test } from 'vitest';
import { nearestZoom, stepZoom } from './zoom.ts';

test('fifteen steps lead from the minimum to the maximum zoom, through exact tenths', () => {
  let zoom = 0.5;
  const seen = [zoom];
  for (let step = 0; step < 15; step += 1) seen.push((zoom = stepZoom(zoom, 1)));
  expect(seen).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2]);
});

test('zoom stays within its limits', () => {
  expect(stepZoom(2, 1)).toBe(2);
  expect(stepZoom(0.5, -1)).toBe(0.5);
});

test('any zoom is rounded to a step within the limits', () => {
  expect([0.1, 0.54, 1.05, 1.349, 1.96, 7].map(nearestZoom)).toEqual([0.5, 0.5, 1.1, 1.3, 2, 2]);
});

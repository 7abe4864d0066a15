import { expect, test } from 'vitest';
import { fitCanvas, sharpWidth } from './canvas-size.ts';

test('a page is drawn with the resolution of the screen', () => {
  expect(fitCanvas({ width: 400, height: 500, pixelRatio: 2, maxPixels: 8_000_000 })).toEqual({
    width: 800,
    height: 1000,
  });
});

test('a page too large for the memory is drawn with less resolution, in proportion', () => {
  const { width, height } = fitCanvas({ width: 2000, height: 3000, pixelRatio: 3, maxPixels: 6_000_000 });
  expect(width * height).toBeLessThanOrEqual(6_000_000);
  expect(width / height).toBeCloseTo(2 / 3, 2);
});

test('a very long page stays within the maximum side of a canvas', () => {
  const { width, height } = fitCanvas({ width: 300, height: 90_000, pixelRatio: 2, maxPixels: 1e9 });
  expect(height).toBe(16_384);
  expect(width).toBeGreaterThanOrEqual(1);
});

test('a page is sharp up to the width at which its pixels would be too many, or its canvas too long', () => {
  const page = { width: 400, height: 500, pixelRatio: 2, maxPixels: 8_000_000 };
  expect(sharpWidth(page)).toBe(400);
  expect(sharpWidth({ ...page, width: 4000, height: 5000 })).toBeCloseTo(1265, 0);
  expect(sharpWidth({ ...page, height: 40_000, maxPixels: 1e9 })).toBeCloseTo(81.92);
});

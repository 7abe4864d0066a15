import { expect, test } from 'vitest';
import { layOutPages, pageAt, pageGap, topOfPage } from './page-layout.ts';

test('pages are below each other with a gap around each', () => {
  const layout = layOutPages(3, 100, new Map([[1, 1.5]]));
  expect(layout.tops).toEqual([12, 12 + 150 + 12, 12 + 2 * (150 + 12)]);
  expect(layout.total).toBe(3 * (150 + pageGap) + pageGap);
});

test('pages not measured yet have the proportions of page 1', () => {
  const ratios = new Map([
    [3, 0.5],
    [1, 2],
  ]);
  expect(layOutPages(4, 100, ratios).heights).toEqual([200, 200, 50, 200]);
});

test('before anything is measured pages are A4', () => {
  expect(layOutPages(1, 100, new Map()).heights[0]).toBeCloseTo(141.4, 1);
});

test('the page at a height is the last one that starts at or above it', () => {
  const layout = layOutPages(1000, 100, new Map([[1, 1]]));
  expect(pageAt(layout, 0)).toBe(0);
  expect(pageAt(layout, topOfPage(layout, 500))).toBe(500);
  expect(pageAt(layout, topOfPage(layout, 500) - 1)).toBe(499);
  expect(pageAt(layout, 1e9)).toBe(999);
});

test('rotated pages are on their side, measured or not', () => {
  const ratios = new Map([
    [1, 2],
    [3, 0.5],
  ]);
  expect(layOutPages(3, 100, ratios, { isSideways: true }).heights).toEqual([50, 50, 200]);
});

test('the space under bars is free of pages at both ends', () => {
  const layout = layOutPages(1, 100, new Map([[1, 1]]), { above: 50, below: 40 });
  expect(layout.tops).toEqual([50 + pageGap]);
  expect(layout.total).toBe(50 + pageGap + 100 + pageGap + 40);
});

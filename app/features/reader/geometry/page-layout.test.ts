import { expect, test } from 'vitest';
import { frameAt, frameIndexAt, frameOfPage, indexOfFrame, layOutPages, pageGap, topOfFrame } from './page-layout.ts';

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
  expect(frameIndexAt(layout, 0)).toBe(0);
  expect(frameIndexAt(layout, topOfFrame(layout, 500))).toBe(500);
  expect(frameIndexAt(layout, topOfFrame(layout, 500) - 1)).toBe(499);
  expect(frameIndexAt(layout, 1e9)).toBe(999);
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

const spreads = new Map([
  [1, 1.4],
  [2, 0.7],
]);

test('halves of wide pages are below each other, each as wide as a page; other pages stay whole', () => {
  const layout = layOutPages(3, 100, spreads, { isHalved: true });
  expect(layout.pages).toEqual([1, 2, 2, 3]);
  for (const [index, height] of [140, 140, 140, 140].entries()) expect(layout.heights[index]).toBeCloseTo(height);
  expect(layout.parts[1]).toEqual({ left: 0, top: 0, right: 0.5, bottom: 1 });
  expect(layout.parts[2]).toEqual({ left: 0.5, top: 0, right: 1, bottom: 1 });
  expect(layOutPages(3, 100, spreads).pages).toEqual([1, 2, 3]);
});

test('pages that are wide only because they lie on their side have no halves, and others have them once they lie so', () => {
  expect(layOutPages(3, 100, spreads, { isHalved: true, isSideways: true }).pages).toEqual([1, 1, 2, 3, 3]);
});

test('halves of a page with trimmed margins have the same size', () => {
  const parts = [{ left: 0.25, top: 0.2, right: 0.875, bottom: 0.8 }];
  const layout = layOutPages(1, 100, new Map([[1, 0.5]]), { isHalved: true, parts });
  expect(layout.parts).toEqual([
    { left: 0.125, top: 0.2, right: 0.5, bottom: 0.8 },
    { left: 0.5, top: 0.2, right: 0.875, bottom: 0.8 },
  ]);
  expect(layout.heights[0]).toBeCloseTo(layout.heights[1] ?? 0);
});

test('a frame is found again in a layout with and without halves', () => {
  const halved = layOutPages(3, 100, spreads, { isHalved: true });
  const whole = layOutPages(3, 100, spreads);
  expect([0, 1, 2, 3].map((index) => frameAt(halved, index))).toEqual([
    { page: 1, half: null },
    { page: 2, half: 'left' },
    { page: 2, half: 'right' },
    { page: 3, half: null },
  ]);
  expect([0, 1, 2, 3].map((index) => indexOfFrame(halved, frameAt(halved, index)))).toEqual([0, 1, 2, 3]);
  expect([0, 1, 2, 3].map((index) => indexOfFrame(whole, frameAt(halved, index)))).toEqual([0, 1, 1, 2]);
  expect([0.2, 0.8].map((across) => frameOfPage(halved, 2, across))).toEqual([1, 2]);
  expect([0, 99].map((page) => frameOfPage(halved, page, 0.8))).toEqual([0, 3]);
});

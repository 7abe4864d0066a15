import { expect, test } from 'vitest';
import { layOutPages } from './page-layout.ts';
import {
  columnZoom,
  doubleTapZoom,
  gestureLimit,
  nearestGestureZoom,
  pageWidth,
  stepGestureZoom,
} from './gesture-zoom.ts';

test('a page takes 90 % of a window wider than 768 px, 95 % of any other, times the zoom', () => {
  expect(pageWidth(1440, 1)).toBe(1296);
  expect(pageWidth(769, 1)).toBeCloseTo(692.1);
  expect(pageWidth(768, 1)).toBeCloseTo(729.6);
  expect(pageWidth(390, 2)).toBe(741);
});

test('a double tap zooms in and back, and back from a small zoom', () => {
  const after = (column: number | null) => [0.5, 0.9, 1, 1.3, 1.4, 1.8, 2].map((zoom) => doubleTapZoom(zoom, column));
  expect(after(null)).toEqual([1, 1, 1.8, 1.8, 1, 1, 1]);
  expect(after(2.2)).toEqual([1, 1, 2.2, 2.2, 2.2, 1, 1]);
});

test('a double tap on a column as wide as the page first fits it, then zooms closer', () => {
  expect([1, 1.3, 1.8].map((zoom) => doubleTapZoom(zoom, 1.3))).toEqual([1.3, 1.8, 1]);
});

test('a column fits its view in whole tenths of zoom, and a narrow one is not enlarged without limit', () => {
  expect(columnZoom({ width: 170, viewWidth: 390, zoom: 1 })).toBe(2.2);
  expect(columnZoom({ width: 340, viewWidth: 390, zoom: 2 })).toBe(2.2);
  expect(columnZoom({ width: 60, viewWidth: 390, zoom: 1 })).toBe(3);
  expect(columnZoom({ width: 370, viewWidth: 390, zoom: 1 })).toBeNull();
});

test('gestures zoom to 8, in tenths; a notch of the wheel zooms by a tenth up to 2, then by five', () => {
  expect([0.1, 1.349, 3.26, 7.99, 40].map((zoom) => nearestGestureZoom(zoom))).toEqual([0.5, 1.3, 3.3, 8, 8]);
  expect([0.5, 1.9, 2, 7.8, 8].map((zoom) => stepGestureZoom(zoom, 1, 8))).toEqual([0.6, 2, 2.5, 8, 8]);
  expect([8, 2.6, 2.3, 2, 0.5].map((zoom) => stepGestureZoom(zoom, -1, 8))).toEqual([7.5, 2.1, 2, 1.9, 0.5]);
});

test('a very long document has a lower maximum zoom, so that browsers can lay it out, but not below that of the buttons', () => {
  const limit = (pageCount: number, zoom: number) =>
    gestureLimit(layOutPages(pageCount, pageWidth(1440, zoom), new Map()), zoom);
  expect([limit(40, 1), limit(40, 8)]).toEqual([8, 8]);
  expect(limit(2000, 1)).toBeGreaterThan(4);
  expect(limit(2000, 1)).toBeLessThan(4.5);
  expect(limit(2000, 4)).toBeCloseTo(limit(2000, 1), 0);
  expect(limit(50_000, 1)).toBe(2);
});

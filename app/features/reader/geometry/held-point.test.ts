import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHeldPoint, scrollToHeldPoint, holdPoint, type Point } from './held-point.ts';
import { layOutPages, pageGap, pageLeft, scaleLayout, stripWidth, topOfFrame } from './page-layout.ts';
import { pageWidth } from './gesture-zoom.ts';

const phone = { width: 390, height: 844 };
const bars = { above: 57, below: 53 };

function layOut(zoom: number, ratios: ReadonlyMap<number, number> = new Map([[1, 1.4]])) {
  return layOutPages(30, pageWidth(phone.width, zoom), ratios, { widest: pageWidth(phone.width, 1), ...bars });
}

/**
 * Returns the position of a point of the view after the zoom has changed and the strip has been scrolled to hold that
 * point.
 */
function after(from: number, to: number, scroll: { left: number; top: number }, at: Point): Point {
  const before = layOut(from);
  const hold = holdPoint(before, phone.width, { x: scroll.left + at.x, y: scroll.top + at.y });
  const next = layOut(to);
  const moved = scrollToHeldPoint(next, phone, hold, at);
  const found = findHeldPoint(next, phone.width, hold);
  return { x: found.x - moved.left, y: found.y - moved.top };
}

const point = fc.record({
  x: fc.double({ min: 0, max: 390, noNaN: true }),
  y: fc.double({ min: 0, max: 844, noNaN: true }),
});
const zoom = fc.integer({ min: 5, max: 20 }).map((tenths) => tenths / 10);

test('zooming in from any zoom of 1 or more leaves a point of a page in place, anywhere on the screen', () => {
  const cases = fc.record({
    from: fc.integer({ min: 10, max: 20 }).map((tenths) => tenths / 10),
    by: fc.double({ min: 1, max: 2, noNaN: true }),
    top: fc.double({ min: 0, max: 1, noNaN: true }),
    left: fc.double({ min: 0, max: 1, noNaN: true }),
    at: point,
  });
  fc.assert(
    fc.property(cases, ({ from, by, top, left, at }) => {
      const layout = layOut(from);
      const scroll = {
        left: left * (stripWidth(layout, phone.width) - phone.width),
        top: top * (layout.total - phone.height),
      };
      const side = pageLeft(layout, phone.width);
      const isBeside = scroll.left + at.x < side || scroll.left + at.x > side + layout.width;
      const isBeyond =
        scroll.top + at.y < topOfFrame(layout, 0) || scroll.top + at.y > layout.total - bars.below - pageGap;
      fc.pre(!isBeside && !isBeyond);
      const found = after(from, from * by, scroll, at);
      expect(found.x).toBeCloseTo(at.x, 6);
      expect(found.y).toBeCloseTo(at.y, 6);
    }),
  );
});

test('in the middle of a document no zoom moves the held point up or down, even between two pages', () => {
  const cases = fc.record({
    from: zoom,
    to: zoom,
    page: fc.integer({ min: 8, max: 20 }),
    near: fc.integer({ min: -20, max: 20 }),
  });
  fc.assert(
    fc.property(cases, ({ from, to, page, near }) => {
      const at = { x: 200, y: 400 };
      const found = after(from, to, { left: 0, top: topOfFrame(layOut(from), page) + near - at.y }, at);
      expect(found.y).toBeCloseTo(at.y, 6);
    }),
  );
});

test('zooming out at the start of the strip ends at its start, because there is nothing above to scroll to', () => {
  const layout = layOut(2);
  const hold = holdPoint(layout, phone.width, { x: 195, y: 300 });
  expect(scrollToHeldPoint(layOut(1), phone, hold, { x: 195, y: 300 })).toEqual({ left: 0, top: 0 });
});

test('a page narrower than the window is centred, whichever point a gesture holds', () => {
  const hold = holdPoint(layOut(1), phone.width, { x: 30, y: 5000 });
  expect(scrollToHeldPoint(layOut(0.6), phone, hold, { x: 30, y: 400 }).left).toBe(0);
});

test('a stretched layout equals the layout of larger pages', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.25, max: 4, noNaN: true }), (scale) => {
      const ratios = new Map([
        [1, 1.4],
        [4, 0.6],
      ]);
      const stretched = scaleLayout(layOut(1, ratios), scale);
      const made = layOut(scale, ratios);
      expect(stretched.total).toBeCloseTo(made.total, 6);
      expect(stretched.tops[29]).toBeCloseTo(topOfFrame(made, 29), 6);
      expect(stretched.widest).toBe(made.widest);
    }),
  );
});

test('a point next to a page stays at the same distance from it', () => {
  const [small, large] = [layOut(1), layOut(1.7)];
  const hold = holdPoint(small, phone.width, { x: pageLeft(small, phone.width) - 4, y: 900 });
  expect(findHeldPoint(large, phone.width, hold).x).toBeCloseTo(pageLeft(large, phone.width) - 4, 6);
});

test('pages that fit are centred; larger ones keep the margin of the widest that fits', () => {
  expect(pageLeft(layOut(0.6), phone.width)).toBeCloseTo((390 - 390 * 0.95 * 0.6) / 2, 6);
  expect(pageLeft(layOut(2), phone.width)).toBeCloseTo(390 * 0.025, 6);
  expect(stripWidth(layOut(2), phone.width)).toBeCloseTo(390 * 0.95 * 2 + 390 * 0.05, 6);
});

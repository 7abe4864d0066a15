import { expect, test } from 'vitest';
import { anchorAt, heightOf, steadyHeight } from './anchor.ts';
import { heightOfFrame, layOutPages, topOfFrame } from './page-layout.ts';

const ratios = new Map([[1, 1.4]]);

test('the middle of the view is the same after zooming', () => {
  const before = layOutPages(300, 1000, ratios);
  const after = layOutPages(300, 1100, ratios);
  const y = topOfFrame(before, 199) + 0.25 * heightOfFrame(before, 199);
  expect(heightOf(after, anchorAt(before, y))).toBeCloseTo(topOfFrame(after, 199) + 0.25 * heightOfFrame(after, 199));
});

test('a position in the gap between two pages stays in that gap', () => {
  const before = layOutPages(5, 100, ratios);
  const after = layOutPages(5, 200, ratios);
  const y = topOfFrame(before, 2) - 5;
  expect(heightOf(after, anchorAt(before, y))).toBeCloseTo(topOfFrame(after, 2) - 5);
});

test('zooming in and out again returns to the same position', () => {
  const small = layOutPages(40, 390, ratios);
  const large = layOutPages(40, 780, ratios);
  for (const y of [0, 5, 700, 4321, small.total]) {
    expect(heightOf(small, anchorAt(large, heightOf(large, anchorAt(small, y))))).toBeCloseTo(y);
  }
});

test('the view does not move when a page above turns out taller', () => {
  const estimated = layOutPages(10, 100, ratios);
  const top = topOfFrame(estimated, 5) - 20;
  const steady = steadyHeight(estimated, top, 400);
  expect(steady).toBe(estimated.tops[5]);
  const measured = layOutPages(10, 100, new Map([...ratios, [5, 2.5]]));
  expect(heightOf(measured, anchorAt(estimated, steady))).toBe(measured.tops[5]);
});

test('if one page fills the view, the point at the upper edge of the view stays', () => {
  const layout = layOutPages(3, 1000, ratios);
  expect(steadyHeight(layout, 300, 400)).toBe(300);
});

test('a position in a right half is found again when pages above turn out to have halves, and on the whole page', () => {
  const guessed = layOutPages(
    4,
    100,
    new Map([
      [1, 1.4],
      [4, 0.7],
    ]),
    { isHalved: true },
  );
  const found = layOutPages(
    4,
    100,
    new Map([
      [1, 1.4],
      [2, 0.7],
      [4, 0.7],
    ]),
    { isHalved: true },
  );
  const whole = layOutPages(
    4,
    100,
    new Map([
      [1, 1.4],
      [2, 0.7],
      [4, 0.7],
    ]),
  );
  const y = topOfFrame(guessed, 4) + 35;
  expect(heightOf(found, anchorAt(guessed, y))).toBeCloseTo(topOfFrame(found, 5) + 35);
  expect(heightOf(whole, anchorAt(guessed, y))).toBeCloseTo(topOfFrame(whole, 3) + 17.5);
});

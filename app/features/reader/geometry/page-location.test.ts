import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutPages, topOfFrame } from './page-layout.ts';
import { heightOfLocation, locationAt } from './page-location.ts';

const layout = layOutPages(5, 100, new Map([[1, 2]]));

test('a location is a page and a fraction of its height', () => {
  expect(locationAt(layout, topOfFrame(layout, 2) + 50)).toEqual({ page: 3, fraction: 0.25 });
  expect(locationAt(layout, 0)).toEqual({ page: 1, fraction: 0 });
  expect(locationAt(layout, 1e9)).toEqual({ page: 5, fraction: 1 });
});

test('a location in the gap between two pages is the start of the lower page', () => {
  expect(locationAt(layout, topOfFrame(layout, 2) - 1)).toEqual({ page: 3, fraction: 0 });
});

test('a location is the same in every other width, shape and rotation of the pages', () => {
  fc.assert(
    fc.property(
      fc.record({
        page: fc.integer({ min: 1, max: 40 }),
        fraction: fc.double({ min: 0, max: 1, noNaN: true }),
        width: fc.integer({ min: 100, max: 2600 }),
        ratio: fc.double({ min: 0.2, max: 4, noNaN: true }),
        isSideways: fc.boolean(),
      }),
      ({ page, fraction, width, ratio, isSideways }) => {
        const other = layOutPages(40, width, new Map([[7, ratio]]), { isSideways, above: 57, below: 44 });
        const found = locationAt(other, heightOfLocation(other, { page, fraction }));
        expect(found.page).toBe(page);
        expect(found.fraction).toBeCloseTo(fraction, 6);
      },
    ),
  );
});

test('a location on a page that does not exist is on the nearest page', () => {
  expect(heightOfLocation(layout, { page: 99, fraction: 0 })).toBe(layout.tops[4]);
  expect(heightOfLocation(layout, { page: 0, fraction: 2 })).toBe(topOfFrame(layout, 0) + 200);
});

test('a location in a half of a page says in which, and is in the left half unless it does', () => {
  const halved = layOutPages(2, 100, new Map([[1, 0.7]]), { isHalved: true });
  const middle = (index: number) => topOfFrame(halved, index) + 70;
  expect(locationAt(halved, middle(0))).toEqual({ page: 1, fraction: 0.5 });
  expect(locationAt(halved, middle(1))).toEqual({ page: 1, fraction: 0.5, across: 0.5 });
  expect(locationAt(halved, topOfFrame(halved, 1) - 1)).toEqual({ page: 1, fraction: 0, across: 0.5 });
  expect(heightOfLocation(halved, { page: 2, fraction: 0.5 })).toBeCloseTo(middle(2));
  expect(heightOfLocation(halved, { page: 2, fraction: 0.5, across: 0.9 })).toBeCloseTo(middle(3));
});

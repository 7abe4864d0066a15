import { expect, test } from 'vitest';
import { areaOf, joinBoxes } from './page-box.ts';

test('boxes that touch are joined, even if other boxes connect them, and separate ones are not', () => {
  const strip = (top: number) => ({ left: 0.1, top, right: 0.5, bottom: top + 0.1 });
  const apart = { left: 0.7, top: 0.7, right: 0.9, bottom: 0.9 };
  expect(joinBoxes([strip(0.1), strip(0.3), apart, strip(0.2)])).toEqual([
    apart,
    { left: 0.1, top: 0.1, right: 0.5, bottom: 0.4 },
  ]);
});

test('the area of a box is its part of the page, zero for an inverted one', () => {
  expect(areaOf({ left: 0.25, top: 0, right: 0.75, bottom: 0.5 })).toBe(0.25);
  expect(areaOf({ left: 0.75, top: 0, right: 0.25, bottom: 0.5 })).toBe(0);
});

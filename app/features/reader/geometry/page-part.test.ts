import { expect, test } from 'vitest';
import { layOutPages } from './page-layout.ts';
import { boxInPart, isWithin, partToDraw, visiblePart } from './page-part.ts';

const whole = { left: 0, top: 0, right: 1, bottom: 1 };
/** Two square pages, twice as wide as the view. */
const layout = layOutPages(2, 800, new Map([[1, 1]]), { widest: 400 });

test('the visible part of a page is the part in the view', () => {
  const view = { left: 200, top: 12 + 400, width: 400, height: 600 };
  expect(visiblePart(layout, view, 0)).toEqual({ left: 0.25, top: 0.5, right: 0.75, bottom: 1 });
  expect(visiblePart(layout, view, 1)).toEqual({ left: 0.25, top: 0, right: 0.75, bottom: (600 - 412) / 800 });
  expect(visiblePart(layout, { ...view, height: 300 }, 1)).toBeNull();
  expect(visiblePart(layout, { ...view, top: 812 }, 0)).toBeNull();
});

test('a part is drawn with a margin, on whole device pixels, and never beyond the page', () => {
  const seen = { left: 0.25, top: 0.5, right: 0.75, bottom: 1 };
  const drawn = partToDraw(seen, { width: 800, height: 803 });
  expect(isWithin(seen, drawn)).toBe(true);
  expect(drawn).toEqual({ left: 0.12, top: expect.closeTo(296 / 803), right: 0.88, bottom: 1 });
  expect(partToDraw(whole, { width: 800, height: 803 })).toEqual(whole);
  expect(isWithin(drawn, seen)).toBe(false);
});

test('a box of the page is mapped to a part, as far as it overlaps', () => {
  const part = { left: 0.5, top: 0, right: 1, bottom: 0.5 };
  expect(boxInPart({ left: 0.25, top: 0.25, right: 0.75, bottom: 1 }, part)).toEqual({
    left: 0,
    top: 0.5,
    right: 0.5,
    bottom: 1,
  });
  expect(boxInPart({ left: 0, top: 0, right: 0.5, bottom: 1 }, part)).toBeNull();
});

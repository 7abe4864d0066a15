import { expect, test } from 'vitest';
import { trimPages, turnPart } from './page-crop.ts';
import { wholePage } from './page-box.ts';
import { layOutPages } from './page-layout.ts';
import { heightOfLocation, locationAt } from './page-location.ts';
import { findHeldPoint, holdPoint } from './held-point.ts';

const a4 = Math.SQRT2;
const text = { left: 0.2, top: 0.1, right: 0.8, bottom: 0.9 };
const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each * 1000) / 1000 : each)));

test('pages of about the same shape show the same part, around the text of all of them', () => {
  const ratios = new Map([
    [1, a4],
    [2, a4 * 1.02],
    [3, a4],
  ]);
  const boxes = new Map([
    [1, text],
    [2, { ...text, left: 0.15, bottom: 0.7 }],
  ]);
  const [first, second, third] = trimPages(3, ratios, boxes, 0);
  expect(rounded(first)).toEqual({ left: 0.14, top: 0.093, right: 0.81, bottom: 0.907 });
  expect([second, third]).toEqual([first, first]);
});

test('a cover and a page of another shape do not change the part that the others show', () => {
  const ratios = new Map([
    [1, a4],
    [2, a4],
    [3, 1 / a4],
  ]);
  const boxes = new Map([
    [1, { left: 0, top: 0.3, right: 1, bottom: 1 }],
    [2, text],
    [3, { ...text, left: 0.1 }],
  ]);
  const [cover, page, slide] = trimPages(3, ratios, boxes, 0);
  expect(cover).toEqual(wholePage);
  expect([page?.left, slide?.left].map(rounded)).toEqual([0.19, 0.09]);
});

test('of a page with a few words at its left, a part is shown that is wide enough', () => {
  const [part] = trimPages(1, new Map([[1, a4]]), new Map([[1, { left: 0.1, top: 0.1, right: 0.3, bottom: 0.2 }]]), 0);
  expect(rounded([part?.left, part?.right])).toEqual([0, 0.6]);
});

test('pages are whole until their text is known, and after a rotation show the same text', () => {
  expect(trimPages(2, new Map([[1, a4]]), new Map(), 0)).toEqual([wholePage, wholePage]);
  const [upright] = trimPages(1, new Map([[1, a4]]), new Map([[1, text]]), 0);
  const [turned] = trimPages(1, new Map([[1, a4]]), new Map([[1, text]]), 90);
  expect(rounded(turned)).toEqual(rounded(turnPart(upright ?? wholePage, 90)));
  expect(rounded(turnPart({ left: 0.1, top: 0.2, right: 0.5, bottom: 0.3 }, 90))).toEqual({
    left: 0.7,
    top: 0.1,
    right: 0.8,
    bottom: 0.5,
  });
});

test('a trimmed page is as wide as a whole one, and its letters are larger', () => {
  const whole = layOutPages(2, 400, new Map([[1, 1]]));
  const trimmed = layOutPages(2, 400, new Map([[1, 1]]), { parts: [text, text] });
  expect([whole.heights[0], trimmed.heights[0]].map(rounded)).toEqual([400, (400 / 0.6) * 0.8].map(rounded));
});

test('a location and a held point are the same place of the page with and without its margins', () => {
  const whole = layOutPages(2, 400, new Map([[1, 1]]));
  const trimmed = layOutPages(2, 400, new Map([[1, 1]]), { parts: [text, text] });
  for (const fraction of [0.1, 0.35, 0.9])
    expect(locationAt(trimmed, heightOfLocation(trimmed, { page: 2, fraction })).fraction).toBeCloseTo(fraction);
  // A location in the trimmed margin is at the edge of the page, because nothing nearer is shown.
  expect(heightOfLocation(trimmed, { page: 1, fraction: 0.02 })).toBe(trimmed.tops[0]);
  const held = holdPoint(whole, 400, { x: 200, y: 12 + 400 * 0.5 });
  expect(rounded(findHeldPoint(trimmed, 400, held))).toEqual(rounded({ x: 200, y: 12 + (400 / 0.6) * 0.4 }));
});

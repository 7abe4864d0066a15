import { expect, test } from 'vitest';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import { findLightBoxes } from './light-boxes.ts';
import type { PixelGrid } from './tile-map.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Builds a page 200 pixels wide; the function returns the colour at a position in fractions from the top left corner. */
function pageOf(pixel: (x: number, y: number) => Colour): PixelGrid {
  const width = 200;
  const height = 283;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.set([...pixel(x / width, y / height), 255], (y * width + x) * 4);
  }
  return { width, height, data };
}

const wholePage: PageBox = { left: 0, top: 0, right: 1, bottom: 1 };
const piece: PageBox = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.5 };
const isIn = (box: PageBox, x: number, y: number) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

/** Lines of small print, as on such a small picture: grey, with paper between them. */
const print = (x: number, y: number) =>
  x > 0.1 && x < 0.9 && Math.floor(y * 94) % 2 === 0 && Math.floor(x * 150) % 4 !== 0;
const grey = (light: number): Colour => [light, light, light];
const photograph = (x: number, y: number): Colour => [90 + 60 * Math.sin(x * 40), 60 + 40 * Math.cos(y * 30), 50];
const onWhite = (draw: (x: number, y: number) => Colour) =>
  pageOf((x, y) => (isIn(piece, x, y) ? draw(x, y) : grey(255)));

test('on a page without images nothing stays light', () => {
  expect(findLightBoxes(onWhite(photograph), [])).toEqual([]);
});

test('a photograph in a text stays light', () => {
  expect(findLightBoxes(onWhite(photograph), [piece])).toEqual([piece]);
});

test('a photograph cut into strips is one photograph', () => {
  const strips = [0.25, 0.3125, 0.375, 0.4375].map((top) => ({ ...piece, top, bottom: top + 0.0625 }));
  expect(findLightBoxes(onWhite(photograph), strips)).toEqual([piece]);
});

test.each<[string, (x: number, y: number) => Colour]>([
  ['a drawing in black lines', (x) => grey(Math.floor(x * 200) % 12 === 0 ? 0 : 255)],
  ['a diagram with coloured boxes on white', (x, y) => (x < 0.4 && y < 0.32 ? [40, 90, 200] : grey(250))],
  ['a bold black figure', (x) => grey(x < 0.48 ? 0 : 255)],
])('%s becomes dark with the paper', (_name, draw) => {
  expect(findLightBoxes(onWhite(draw), [piece])).toEqual([]);
});

test.each<[string, (x: number, y: number) => Colour]>([
  ['a colour figure without paper', (x) => (x < 0.5 ? [220, 60, 40] : [240, 190, 30])],
  ['a screenshot on black', (x, y) => grey(print(x, y) ? 200 : 12)],
])('%s stays light', (_name, draw) => {
  expect(findLightBoxes(onWhite(draw), [piece])).toEqual([piece]);
});

test('bullets and lines are ignored', () => {
  const bullet = { left: 0.1, top: 0.1, right: 0.12, bottom: 0.112 };
  expect(
    findLightBoxes(
      pageOf((x, y) => (isIn(bullet, x, y) ? [200, 30, 30] : grey(255))),
      [bullet],
    ),
  ).toEqual([]);
});

test.each<[string, (x: number, y: number) => number]>([
  ['white', () => 250],
  ['grey', () => 150],
  ['unevenly lit', (x, y) => 210 - 110 * Math.hypot(x - 0.3, y - 0.3)],
])('a scan of %s paper is paper', (_name, paper) => {
  const scan = pageOf((x, y) => grey(paper(x, y) * (print(x, y) ? 0.6 : 1)));
  expect(findLightBoxes(scan, [wholePage])).toEqual([]);
});

test('aged paper and warm light still count as paper', () => {
  const scan = pageOf((x, y) => (print(x, y) ? [120, 100, 70] : [226, 208, 168]));
  expect(findLightBoxes(scan, [wholePage])).toEqual([]);
});

test('a sheet photographed on a table becomes dark, with everything on it', () => {
  const sheet = { left: 0.12, top: 0.06, right: 0.96, bottom: 0.97 };
  const scan = pageOf((x, y) => (isIn(sheet, x, y) ? grey(print(x, y) ? 110 : 190) : [84, 56, 40]));
  for (const box of findLightBoxes(scan, [wholePage])) expect(box.right <= 0.13 || box.left >= 0.95).toBe(true);
});

test('of a scanned sheet only the photograph stays light, up to its edge', () => {
  const scan = pageOf((x, y) => (isIn(piece, x, y) ? photograph(x, y) : grey(print(x, y) ? 120 : 215)));
  const [found, ...more] = findLightBoxes(scan, [wholePage]);
  expect(more).toEqual([]);
  for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(found?.[side]).toBeCloseTo(piece[side], 1);
});

test('a page that is one photograph stays light', () => {
  expect(findLightBoxes(pageOf(photograph), [wholePage])).toEqual([wholePage]);
});

test.each<[string, (x: number, y: number) => Colour]>([
  ['a dark green cover', (x, y) => (print(x, y) && y < 0.3 ? grey(250) : [12, 74, 60])],
  ['a golden cover', (x, y) => (print(x, y) && y < 0.3 ? grey(30) : [217, 166, 60])],
  ['a slide on black', (x, y) => grey(print(x, y) ? 200 : 12)],
])('%s, drawn and not an image, stays light with its pictures', (_name, draw) => {
  expect(findLightBoxes(pageOf(draw), [])).toEqual([wholePage]);
  const page = pageOf((x, y) => (isIn(piece, x, y) ? photograph(x, y) : draw(x, y)));
  expect(findLightBoxes(page, [piece])).toEqual([wholePage]);
});

test.each<[string, (x: number, y: number) => Colour]>([
  ['on tinted ground', (x, y) => (print(x, y) ? grey(30) : [221, 232, 255])],
  ['with a coloured figure over half of it', (x, y) => (y < 0.5 ? photograph(x, y) : grey(print(x, y) ? 120 : 255))],
])('a drawn page %s becomes dark', (_name, draw) => {
  expect(findLightBoxes(pageOf(draw), [])).toEqual([]);
});

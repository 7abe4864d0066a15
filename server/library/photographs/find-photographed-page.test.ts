import { expect, test } from 'vitest';
import { createRandom } from '#bench/documents/random.ts';
import { findPage } from './find-photographed-page.ts';
import type { ColourPixels } from './pixels.ts';
import { distance, type Quadrilateral } from './quadrilateral.ts';

const paper = [236, 234, 228] as const;
const table = [148, 104, 66] as const;

/** Draws a picture with a sheet of paper, lines of text on it and grain everywhere. */
function draw(corners: Quadrilateral | null, width = 300, height = 400): ColourPixels {
  const random = createRandom(7);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInside = corners?.every((corner, index) => {
        const next = corners[(index + 1) % 4] ?? corner;
        return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) > 0;
      });
      const isInk = isInside && y % 14 < 3 && x % 9 < 6 && x > 110 && x < 200 && y > 110;
      const ground = isInk ? ([60, 60, 60] as const) : isInside ? paper : table;
      for (const [channel, value] of ground.entries())
        data[(y * width + x) * 3 + channel] = value + (random() - 0.5) * 16;
    }
  }
  return { data, width, height };
}

const lying: Quadrilateral = [
  { x: 62, y: 51 },
  { x: 250, y: 70 },
  { x: 268, y: 352 },
  { x: 34, y: 330 },
];

test('the corners of a sheet on a table are found within a pixel', () => {
  const found = findPage(draw(lying));
  expect(found?.isCut).toEqual([false, false, false, false]);
  for (const [index, corner] of lying.entries())
    expect(distance(found?.corners[index] ?? { x: 0, y: 0 }, corner)).toBeLessThan(1.2);
});

test('a sheet that extends beyond the picture is cut where the picture ends, and its visible edge is found', () => {
  const found = findPage(
    draw([
      { x: -40, y: 60 },
      { x: 340, y: 48 },
      { x: 340, y: 460 },
      { x: -40, y: 460 },
    ]),
  );
  expect(found?.isCut).toEqual([false, true, true, true]);
  expect(found?.corners[0].y).toBeGreaterThan(55);
  expect(found?.corners[0].y).toBeLessThan(62);
});

test('no sheet is found on an empty table, or if paper fills the picture', () => {
  expect(findPage(draw(null))).toBeNull();
  const everywhere: Quadrilateral = [
    { x: -1, y: -1 },
    { x: 301, y: -1 },
    { x: 301, y: 401 },
    { x: -1, y: 401 },
  ];
  expect(findPage(draw(everywhere))).toBeNull();
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawScan } from '#test/support/scanned-pages.ts';
import { levelBackground } from './level-background.ts';

type Grey = { data: Buffer; width: number; height: number };

/** Draws a page at 100 dpi and darkens its pixels from left to right by `light`. */
async function drawPage(light: (across: number) => number): Promise<Grey> {
  const lines = Array.from({ length: 20 }, (_, line) => `Line ${line}: define deadlock and starvation.`);
  const picture = await drawScan({ columns: [lines, lines], points: 8, flaws: { dpi: 100 } });
  const { data, info } = await sharp(picture).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  for (let at = 0; at < data.length; at += 1) data[at] = Math.round((data[at] ?? 0) * light((at % width) / width));
  return { data, width, height };
}

/** Returns the shares of white and of black pixels in the left and the right half. */
function describe({ data, width }: Grey) {
  const halves = [0, 1].map((half) => data.filter((_, at) => Math.floor(((at % width) * 2) / width) === half));
  return halves.map((pixels) => ({
    white: pixels.filter((shade) => shade >= 250).length / pixels.length,
    black: pixels.filter((shade) => shade < 100).length / pixels.length,
  }));
}

test('a white page is not changed', async () => {
  const page = await drawPage(() => 1);
  const before = Buffer.from(page.data);
  expect(levelBackground(page)).toBe(false);
  expect(page.data.equals(before)).toBe(true);
});

test.each([
  ['grey', () => 0.45],
  ['half in the shade', (across: number) => 0.9 - 0.6 * across],
])('the paper of a page that is %s becomes white, and its letters stay black', async (_, light) => {
  const page = await drawPage(light);
  const { data } = await drawPage(() => 1);
  const ink = data.filter((shade) => shade < 128).length / data.length;
  expect(levelBackground(page)).toBe(true);
  for (const { white, black } of describe(page)) {
    expect(white).toBeGreaterThan(0.85);
    expect(black).toBeGreaterThan(ink / 3);
  }
});

test('light text on a dark ground becomes dark text on white', async () => {
  const page = await drawPage(() => 1);
  const ink = page.data.filter((shade) => shade < 128).length / page.data.length;
  for (let at = 0; at < page.data.length; at += 1) page.data[at] = 40 + Math.round((255 - (page.data[at] ?? 0)) * 0.7);
  expect(levelBackground(page)).toBe(true);
  for (const { white, black } of describe(page)) {
    expect(white).toBeGreaterThan(0.85);
    expect(black).toBeGreaterThan(ink / 3);
  }
});

test('a page without pixels, and a page of a single shade, do not fail', () => {
  expect(levelBackground({ data: new Uint8Array(0), width: 0, height: 0 })).toBe(false);
  const dark = { data: new Uint8Array(2500).fill(90), width: 50, height: 50 };
  expect(levelBackground(dark)).toBe(true);
  expect(Math.min(...dark.data)).toBe(255);
});

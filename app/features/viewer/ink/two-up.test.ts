import { expect, test } from 'vitest';
import type { PageInk } from './page-ink.ts';
import { isTwoUp } from './two-up.ts';

type Rectangle = { left: number; top: number; width: number; height: number };

/** Returns a page with these dark rectangles; 400 × 280 pixels unless it is upright. */
function page(rectangles: readonly Rectangle[], { isUpright = false } = {}): PageInk {
  const [width, height] = isUpright ? [400, 560] : [400, 280];
  const dark = new Uint8Array(width * height);
  for (const { left, top, width: wide, height: tall } of rectangles)
    for (let y = top; y < top + tall; y += 1) dark.fill(1, y * width + left, y * width + left + wide);
  return { width, height, dark };
}

/** Returns lines of words with spaces between them, `pitch` pixels apart. */
function lines(left: number, width: number, count: number, { top = 30, pitch = 6 } = {}): Rectangle[] {
  return Array.from({ length: count }, (_, line) =>
    Array.from({ length: Math.floor(width / 10) }, (__, word) => ({
      // Spaces are not below each other.
      left: left + word * 10 + ((line * 3) % 4),
      top: top + line * pitch,
      width: 8,
      height: 3,
    })),
  ).flat();
}

const rule = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });
const twoPages = [...lines(25, 150, 35), ...lines(225, 150, 35)];

test('two pages of text side by side with an empty gutter are two-up, also if one of them is short', () => {
  expect(isTwoUp(page(twoPages))).toBe(true);
  expect(isTwoUp(page([...lines(25, 150, 35), ...lines(225, 150, 12)]))).toBe(true);
  // A gutter that is not quite in the middle, on a sheet whose margins were cut.
  expect(isTwoUp(page([...lines(2, 170, 40), ...lines(186, 210, 40)]))).toBe(true);
});

test('a speck or one long line in the gutter does not hide it', () => {
  expect(isTwoUp(page([...twoPages, rule(198, 50, 3, 3)]))).toBe(true);
  expect(isTwoUp(page([...twoPages, ...lines(25, 350, 1, { top: 250 })]))).toBe(true);
});

test('two pages whose text reaches the dark fold of a scan are two-up', () => {
  const full = [...lines(20, 180, 35), ...lines(202, 180, 35)];
  expect(isTwoUp(page([...full, rule(196, 0, 8, 280)]))).toBe(true);
  expect(isTwoUp(page([...full, rule(196, 0, 8, 280), rule(0, 0, 6, 280)]))).toBe(true);
  expect(isTwoUp(page(full))).toBe(false);
  // A photograph in the middle is wider than a fold.
  expect(isTwoUp(page([...full, rule(170, 0, 60, 280)]))).toBe(false);
});

test('an upright page of two columns is not two-up', () => {
  expect(isTwoUp(page([...lines(25, 150, 60), ...lines(225, 150, 60)], { isUpright: true }))).toBe(false);
});

test('a wide page with one column, with text on one side only, or without text is not two-up', () => {
  expect(isTwoUp(page(lines(25, 350, 35)))).toBe(false);
  expect(isTwoUp(page(lines(25, 150, 35)))).toBe(false);
  expect(isTwoUp(page(lines(225, 150, 35)))).toBe(false);
  expect(isTwoUp(page([]))).toBe(false);
});

test('a slide with two lists of points is not two-up', () => {
  const points = (left: number) => lines(left, 150, 6, { top: 80, pitch: 30 });
  expect(isTwoUp(page([...lines(100, 200, 1, { top: 30 }), ...points(25), ...points(225)]))).toBe(false);
});

test('a wide table is not two-up, whether its columns are divided by rules or by space', () => {
  const cells = [25, 90, 155, 220, 285].flatMap((left) => lines(left, 50, 12, { pitch: 18 }));
  const rules = Array.from({ length: 13 }, (_, row) => rule(20, 26 + row * 18, 340, 1));
  expect(isTwoUp(page([...cells, ...rules, rule(212, 26, 1, 217)]))).toBe(false);
  expect(isTwoUp(page(cells))).toBe(false);
});

test('ruled paper that lies on its side is not two-up', () => {
  const ruled = Array.from({ length: 20 }, (_, row) => rule(20 + row * 19, 0, 1, 280));
  expect(isTwoUp(page([...twoPages, ...ruled]))).toBe(false);
});

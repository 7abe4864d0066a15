import { expect, test } from 'vitest';
import { createRandom } from '#bench/documents/random.ts';
import { findSkew } from './find-skew.ts';
import { markInk } from './mark-ink.ts';

/** Draws lines of dashes as long as words, turned clockwise, with grain. */
function drawLines(degrees: number, { lines = 30, isSideways = false } = {}) {
  const [width, height] = [700, 990];
  const random = createRandom(7);
  const data = Uint8Array.from({ length: width * height }, () => 225 + Math.floor(random() * 30));
  const slope = Math.tan((degrees * Math.PI) / 180);
  const words = Array.from({ length: 400 }, () => random() < 0.8);
  for (let line = 0; line < lines; line += 1) {
    for (let along = 90; along < 610; along += 1) {
      if (!words[(line * 17 + Math.floor(along / 24)) % words.length] || along % 24 > 19) continue;
      for (let thick = 0; thick < 6; thick += 1) {
        const across = Math.round(120 + line * 17 + thick + (along - 350) * slope);
        if ((along * 7 + thick * 3) % 5 > 2) continue;
        const [x, y] = isSideways ? [width - across, along] : [along, across];
        if (x >= 0 && x < width && y >= 0 && y < height) data[y * width + x] = 40;
      }
    }
  }
  return { data, width, height };
}

test.each([0, 0.5, -2.3, 4.6, -9.5])(
  'the skew of lines tilted by %d degrees is found to within a fifth of a degree',
  (skew) => {
    const found = findSkew(markInk(drawLines(skew)), { isSideways: false });
    expect(Math.abs(found - skew)).toBeLessThanOrEqual(0.2);
  },
);

test('the skew of lines that run from top to bottom is found too', () => {
  const found = findSkew(markInk(drawLines(2, { isSideways: true })), { isSideways: true });
  expect(Math.abs(found - 2)).toBeLessThanOrEqual(0.2);
});

test('a blank page and one of a single colour have no skew', () => {
  expect(findSkew(markInk(drawLines(5, { lines: 0 })), { isSideways: false })).toBe(0);
  expect(findSkew(markInk({ data: new Uint8Array(100), width: 10, height: 10 }), { isSideways: false })).toBe(0);
});

import { expect, test } from 'vitest';
import { decodeQR } from 'qr/decode.js';
import { drawQr } from './qr-picture.ts';

/** Returns the pixels of a picture, 4 for each module, as a camera would see them. */
function photograph({ size, path }: { size: number; path: string }) {
  const scale = 4;
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let at = 0; at < scale * scale; at += 1) {
      const column = Number(x) * scale + (at % scale);
      const row = Number(y) * scale + Math.floor(at / scale);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test.each([
  'https://library.example/material/physics-2022?open=physics-2022&page=12',
  `https://library.example/faculty/csit/semester/1/subject/${encodeURIComponent('नेपाली व्याकरण तथा रचना')}`,
])('a scanner reads the address from the code: %s', (address) => {
  expect(decodeQR(photograph(drawQr(address)))).toBe(address);
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { angleOff } from '#bench/photographs/angle-off.ts';
import { photographDrawing, photographSheet } from '#test/support/photographed-sheet.ts';
import { preparePage } from './prepare-page.ts';
import { distance } from './quadrilateral.ts';
import { casesOf } from '#test/support/sweeps.ts';

const plain = { keepsWhole: false };
/** Matches a rotation by 90° or 270°: blocks instead of letters do not show which side is up. */
const onASide = expect.toSatisfy((turn: number) => turn === 90 || turn === 270);

/** Returns the darkest and the lightest mean of the parts of a page. */
function lightOf({ data, width, height }: { data: Uint8Array; width: number; height: number }) {
  const means: number[] = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      let [sum, count] = [0, 0];
      for (let y = Math.floor((row * height) / 4); y < ((row + 1) * height) / 4; y += 1) {
        for (let x = Math.floor((column * width) / 3); x < ((column + 1) * width) / 3; x += 1) {
          sum += data[(y * width + x) * 3 + 1] ?? 0;
          count += 1;
        }
      }
      means.push(sum / count);
    }
  }
  return { least: Math.min(...means), most: Math.max(...means) };
}

test('a skewed sheet in a shadow becomes a straight page with the shape of A4, white throughout', async () => {
  const { jpeg, corners } = await photographSheet({
    turn: 5,
    perspective: 0.15,
    shadow: 0.9,
    noise: 0.3,
    table: 'dark',
  });
  const { pixels, place, isCropped, isPaper, turn } = await preparePage(jpeg, plain);
  expect({ isCropped, isPaper, turn }).toEqual({ isCropped: true, isPaper: true, turn: 0 });
  expect(pixels.height / pixels.width).toBeCloseTo(Math.SQRT2, 2);
  for (const [index, corner] of corners.entries())
    expect(distance(place.corners[index] ?? corner, corner)).toBeLessThan(0.012);
  expect(Math.abs(place.skew)).toBeLessThan(0.6);
  // In the shadow the paper was half as light. The remaining difference is the text.
  expect(lightOf(pixels).least).toBeGreaterThan(195);
});

test('a sheet on its side is detected, and with keepsWhole a photograph is not changed', async () => {
  const { jpeg } = await photographSheet({ turn: 91, table: 'cloth' });
  expect(await preparePage(jpeg, plain)).toMatchObject({ isCropped: true, turn: onASide });
  const whole = await preparePage(jpeg, { keepsWhole: true });
  expect(whole).toMatchObject({ isCropped: false, isPaper: false, place: { skew: 0 } });
  expect([whole.pixels.width, whole.pixels.height]).toEqual([600, 800]);
});

const usual = { perspective: 0.12, shadow: 0.6, noise: 0.2 };
const cameras = {
  whole: { ...usual, turn: 5 },
  'whole, on its side': { ...usual, turn: 94, zoom: 0.85, table: 'dark' },
  'cut off below': { ...usual, turn: 3, shift: [0, 0.2], table: 'dark' },
  'cut off above, upside down': { ...usual, turn: 177, shift: [0, -0.2] },
  'cut off on the left': { ...usual, turn: 4, shift: [-0.2, 0], table: 'cloth' },
  'cut off on the right, in a strong shadow': { ...usual, turn: -3, shift: [0.2, 0], shadow: 1 },
  'cut off at a corner': { ...usual, turn: -5, shift: [-0.15, -0.15], table: 'dark' },
  'cut off at a corner, on its other side': { ...usual, turn: 266, shift: [0.15, 0.15] },
} satisfies Record<string, Parameters<typeof photographSheet>[0]>;

const hardest = [
  'whole, on its side',
  'cut off on the right, in a strong shadow',
  'cut off at a corner, on its other side',
];

test.for(casesOf('photographs', Object.entries(cameras), ([name]) => hardest.includes(name)))(
  'the lines of a page are straight within a degree: %s',
  async ([, camera]) => {
    const { jpeg, corners } = await photographSheet(camera);
    const page = await preparePage(jpeg, plain);
    const upright = (360 - Math.round(camera.turn / 90) * 90) % 360;
    expect(angleOff(page, corners, upright)).toBeLessThan(1);
  },
);

test('an empty page and a drawing are straightened by their sheet, not by the lines on it', async () => {
  for (const slope of [null, 6]) {
    const { jpeg, corners } = await photographDrawing(slope, { turn: 4, table: 'dark' });
    const page = await preparePage(jpeg, plain);
    expect({ ...page, pixels: null }).toMatchObject({ isCropped: true, turn: 0, place: { skew: 0 } });
    expect(angleOff(page, corners, 0)).toBeLessThan(0.6);
  }
});

test('the EXIF orientation is used, and ignored if it is invalid', async () => {
  const { jpeg } = await photographSheet({ table: 'dark' });
  // As stored by a phone that was held upright: the pixels lie on their side.
  const stored = await sharp(await sharp(jpeg).rotate(270).toBuffer())
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await preparePage(stored, plain)).toMatchObject({ isCropped: true, turn: 0 });
  const lying = Buffer.from(stored);
  const at = lying.indexOf(Buffer.from([0x01, 0x12, 0, 3]));
  const little = lying.indexOf(Buffer.from([0x12, 0x01, 3, 0]));
  lying[at === -1 ? little + 8 : at + 9] = 99;
  expect(await preparePage(lying, plain)).toMatchObject({ isCropped: true, turn: onASide });
});

test('CMYK, 16 bits, transparency, animation and grey are read, and a picture without paper is not cropped', async () => {
  const { jpeg } = await photographSheet({ table: 'dark' });
  const small = () => sharp(jpeg).resize({ height: 500 });
  const pages = [
    await small().toColourspace('cmyk').jpeg().toBuffer(),
    await small().toColourspace('rgb16').png().toBuffer(),
    await small().ensureAlpha().webp().toBuffer(),
    await small().toColourspace('b-w').png().toBuffer(),
    await sharp([await small().png().toBuffer(), await small().png().toBuffer()], { join: { animated: true } })
      .webp()
      .toBuffer(),
  ];
  for (const bytes of pages) {
    const { pixels, ...found } = await preparePage(bytes, plain);
    expect(found).toMatchObject({ isCropped: true, isPaper: true });
    expect(pixels.height).toBeLessThan(500);
  }
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 };
  const landscape = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#444', noise } })
    .jpeg()
    .toBuffer();
  expect(await preparePage(landscape, plain)).toMatchObject({
    isCropped: false,
    isPaper: false,
    pixels: { width: 400, height: 300 },
  });
});

test('a HEIC file is read, and a truncated one is reported as damaged', async () => {
  const heic = await readFile(path.join(import.meta.dirname, '../../../test/fixtures/photograph.heic'));
  expect(await preparePage(heic, plain)).toMatchObject({ isCropped: true, isPaper: true, turn: onASide });
  await expect(preparePage(heic.subarray(0, 60), plain)).rejects.toMatchObject({ state: 'damaged' });
});

test('a decompression bomb is reported as too large, and a truncated file or one that is not a picture as damaged', async () => {
  const { jpeg } = await photographSheet({});
  await expect(preparePage(jpeg.subarray(0, jpeg.length / 2), plain)).rejects.toMatchObject({ state: 'damaged' });
  await expect(preparePage(Buffer.from('no picture'), plain)).rejects.toMatchObject({ state: 'damaged' });
  const bomb = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(10_000, 20);
  bomb.writeUInt32BE(crcOfHeader(bomb), 29);
  await expect(preparePage(bomb, plain)).rejects.toMatchObject({ state: 'too-large' });
});

const crcOfHeader = (png: Buffer) => crc32(png.subarray(12, 29));

import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePhotograph, pngChunk, tellsOfItself } from '#test/support/hostile-files.ts';
import { stripMetadata } from './strip-metadata.ts';

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s photograph loses its metadata and nothing visible',
  async (format) => {
    const photograph = await makePhotograph(format);
    expect(tellsOfItself(photograph)).toBe(true);
    const stripped = stripMetadata(photograph);
    if (!stripped) throw new Error('nothing came out');
    expect(tellsOfItself(stripped)).toBe(false);
    expect(stripped.length).toBeLessThanOrEqual(photograph.length);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect((await pixels(stripped)).equals(await pixels(photograph))).toBe(true);
    const { icc } = await sharp(photograph).metadata();
    const after = await sharp(stripped).metadata();
    expect(after.icc?.equals(icc ?? Buffer.alloc(0))).toBe(true);
    // In AVIF its bytes stay, filled with zeros.
    expect([...(after.xmp ?? []), ...(after.iptc ?? [])].some((byte) => byte !== 0)).toBe(false);
    // Stripping a second time changes nothing.
    expect(stripMetadata(stripped)?.equals(stripped)).toBe(true);
  },
);

test('a rotated photograph stays upright', async () => {
  const stripped = stripMetadata(await makePhotograph());
  expect(await sharp(stripped ?? Buffer.alloc(0)).metadata()).toMatchObject({ orientation: 6 });
});

test('data appended to a picture, and its comments, are removed', async () => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
  const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
  const comment = Buffer.from('\xff\xfe\x00\x08secret', 'latin1');
  const noted = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from('secret film')]);
  expect(stripMetadata(noted)?.equals(stripMetadata(jpeg) ?? Buffer.alloc(0))).toBe(true);
  expect(stripMetadata(noted)?.includes('secret')).toBe(false);

  const png = await picture.png().toBuffer();
  const text = pngChunk('tEXt', Buffer.from('Comment\0secret'));
  const written = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from('secret')]);
  expect(stripMetadata(written)?.includes('secret')).toBe(false);
  expect(await sharp(stripMetadata(written) ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 9 });
});

test('an animated GIF stays animated, and its comment is removed', async () => {
  const frames = Buffer.alloc(10 * 20 * 3);
  frames.fill(255, 0, 10 * 10 * 3);
  const gif = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
    .gif({ loop: 3, delay: [100, 200] })
    .toBuffer();
  const comment = Buffer.from('\x21\xfe\x06secret\x00', 'latin1');
  const noted = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
  const stripped = stripMetadata(noted) ?? Buffer.alloc(0);
  expect(stripped.includes('secret')).toBe(false);
  expect(await sharp(stripped, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3, delay: [100, 200] });
});

test('in whatever way a file is broken, it is stripped or refused, and never sent unchanged', async () => {
  const photographs = await Promise.all((['jpeg', 'png', 'webp', 'avif'] as const).map(makePhotograph));
  fc.assert(
    fc.property(
      fc.constantFrom(...photographs),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      (photograph, length, changes) => {
        const broken = Buffer.from(photograph.subarray(0, length % (photograph.length + 1)));
        for (const [at, value] of changes) if (broken.length > 0) broken[at % broken.length] = value;
        const stripped = stripMetadata(broken);
        expect(stripped === null || stripped.length <= broken.length + 40).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPicture } from './read-picture.ts';

const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#ccc' } });
const read = async (bytes: Uint8Array) => readPicture(new Blob([new Uint8Array(bytes)]));

test('format, displayed size and time are read from the start of a picture, regardless of its name', async () => {
  const jpeg = await plain
    .clone()
    .withExif({ IFD2: { DateTimeOriginal: '2023:06:11 10:11:12' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await read(jpeg)).toMatchObject({ type: { mediaType: 'image/jpeg' }, size: { width: 200, height: 300 } });
  expect(await read(await plain.clone().png().toBuffer())).toMatchObject({
    type: { mediaType: 'image/png' },
    size: { width: 300, height: 200 },
  });
  expect(await read(await plain.clone().webp().toBuffer())).toMatchObject({ type: { mediaType: 'image/webp' } });
  const heic = await readFile(path.join(import.meta.dirname, '../../../../test/fixtures/photograph.heic'));
  expect(await read(heic)).toMatchObject({ type: { mediaType: 'image/heic' } });
  const timed = await plain
    .clone()
    .withExif({ IFD2: { DateTimeOriginal: '2023:06:11 10:11:12' } })
    .jpeg()
    .toBuffer();
  expect(await read(timed)).toMatchObject({ takenAt: '2023:06:11 10:11:12.000', isMarkedScreenshot: false });
});

test("a file that can't become a page is not a picture; a JPEG with its size far from the start is one", async () => {
  expect(await read(Buffer.from('not a picture'))).toBe(null);
  expect(await read(new Uint8Array(0))).toBe(null);
  expect(await read(await plain.clone().gif().toBuffer())).toBe(null);
  const jpeg = await plain.clone().jpeg().toBuffer();
  // A comment of 200 KB before the picture.
  const comment = Buffer.concat(
    Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533)])),
  );
  const late = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  expect(await read(late)).toMatchObject({ type: { mediaType: 'image/jpeg' }, size: null });
  const marked = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, 12]),
    Buffer.from('Screenshot'),
    jpeg.subarray(2),
  ]);
  expect(await read(marked)).toMatchObject({ isMarkedScreenshot: true });
});

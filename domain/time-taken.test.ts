import { expect, test } from 'vitest';
import { readTimeTaken } from './time-taken.ts';

/** Returns the start of a JPEG whose EXIF has the time at which it was taken. */
function exif(taken: string, { isLittle = true, offset = 44 } = {}): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(80));
  const short = (at: number, value: number) => tiff.setUint16(at, value, isLittle);
  const long = (at: number, value: number) => tiff.setUint32(at, value, isLittle);
  tiff.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  short(2, 42);
  long(4, 8);
  // One entry, with the offset of the EXIF directory; there, one with the moment.
  short(8, 1);
  [0x8769, 4].forEach((value, index) => short(10 + index * 2, value));
  long(14, 1);
  long(18, 26);
  short(26, 1);
  [0x9003, 2].forEach((value, index) => short(28 + index * 2, value));
  long(32, 20);
  long(36, offset);
  [...taken].forEach((letter, index) => tiff.setUint8(44 + index, letter.charCodeAt(0)));
  const mark = [0xff, 0xd8, 0xff, 0xe1, 0, 90, ...[...'Exif'].map((letter) => letter.charCodeAt(0)), 0, 0];
  return Uint8Array.from([...mark, ...new Uint8Array(tiff.buffer)]);
}

test('the time at which a photograph was taken is read from EXIF of both byte orders', () => {
  expect(readTimeTaken(exif('2026:11:23 08:05:09'))).toBe('2026:11:23 08:05:09.000');
  expect(readTimeTaken(exif('2026:11:23 08:05:09', { isLittle: false }))).toBe('2026:11:23 08:05:09.000');
});

test('the time is read from HEIC, whose list of items mentions the EXIF before its position', () => {
  // `infe` with the type `Exif` and an empty name, then the box after it.
  const list = [...'infe'].map((letter) => letter.charCodeAt(0));
  const item = [0, 2, 0, 0, 0, 50, 0, 0, ...[...'Exif'].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 0, 21];
  const head = Uint8Array.from([...list, ...item, ...exif('2026:11:23 08:05:09', { isLittle: false })]);
  expect(readTimeTaken(head)).toBe('2026:11:23 08:05:09.000');
});

test('EXIF that is missing, empty or points outside the file has no time', () => {
  const lies = [
    new Uint8Array(0),
    Uint8Array.from([0xff, 0xd8, 0xff]),
    exif('0000:00:00 00:00:00'),
    exif('yesterday'),
    exif('2026:11:23 08:05:09', { offset: 4_000_000_000 }),
    exif('2026:11:23 08:05:09').subarray(0, 40),
  ];
  expect(lies.map(readTimeTaken)).toEqual(lies.map(() => null));
});

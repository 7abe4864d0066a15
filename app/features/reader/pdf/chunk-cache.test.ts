import { expect, test } from 'vitest';
import { ChunkCache } from './chunk-cache.ts';

const bytes = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, index) => (from + index) % 251);

test('what was kept is read in other pieces than it came in', async () => {
  const pieces = new ChunkCache(100);
  pieces.keep(0, bytes(0, 200));
  pieces.keep(200, bytes(200, 300));
  expect(await pieces.read(100, 300)).toEqual(bytes(100, 300));
  expect(await pieces.read(0, 300)).toEqual(bytes(0, 300));
  expect(await pieces.read(200, 300)).toEqual(bytes(200, 300));
});

test('a range of which a piece is missing is not answered at all', async () => {
  const pieces = new ChunkCache(100);
  pieces.keep(0, bytes(0, 100));
  pieces.keep(200, bytes(200, 300));
  expect(await pieces.read(0, 300)).toBe(null);
  expect(await pieces.read(100, 200)).toBe(null);
});

test('the last chunk of a file, which is shorter, is one too', async () => {
  const pieces = new ChunkCache(100);
  pieces.keep(200, bytes(200, 342));
  expect(await pieces.read(300, 342)).toEqual(bytes(300, 342));
});

test('what is missing is told in as few ranges as there are gaps', () => {
  const pieces = new ChunkCache(100);
  pieces.keep(200, bytes(200, 300));
  expect(pieces.missing(200, 300)).toEqual([]);
  expect(pieces.missing(0, 542)).toEqual([
    { begin: 0, end: 200 },
    { begin: 300, end: 542 },
  ]);
});

test('what is kept again does not count again', () => {
  const pieces = new ChunkCache(100);
  pieces.keep(0, bytes(0, 300));
  pieces.keep(100, bytes(100, 400));
  expect(pieces.bytes).toBe(400);
});

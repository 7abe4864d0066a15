import { expect, test } from 'vitest';
import { ChunkCache } from './chunk-cache.ts';

const bytes = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, index) => (from + index) % 251);

test('cached bytes can be read in other ranges than those in which they were added', async () => {
  const cache = new ChunkCache(100);
  cache.add(0, bytes(0, 200));
  cache.add(200, bytes(200, 300));
  expect(await cache.read(100, 300)).toEqual(bytes(100, 300));
  expect(await cache.read(0, 300)).toEqual(bytes(0, 300));
  expect(await cache.read(200, 300)).toEqual(bytes(200, 300));
});

test('a range with a missing chunk is not returned, not even in part', async () => {
  const cache = new ChunkCache(100);
  cache.add(0, bytes(0, 100));
  cache.add(200, bytes(200, 300));
  expect(await cache.read(0, 300)).toBe(null);
  expect(await cache.read(100, 200)).toBe(null);
});

test('the last chunk of a file is complete although it is shorter', async () => {
  const cache = new ChunkCache(100);
  cache.add(200, bytes(200, 342));
  expect(await cache.read(300, 342)).toEqual(bytes(300, 342));
});

test('missing chunks are reported in one range for each gap', () => {
  const cache = new ChunkCache(100);
  cache.add(200, bytes(200, 300));
  expect(cache.missing(200, 300)).toEqual([]);
  expect(cache.missing(0, 542)).toEqual([
    { begin: 0, end: 200 },
    { begin: 300, end: 542 },
  ]);
});

test('bytes that are cached again do not count again', () => {
  const cache = new ChunkCache(100);
  cache.add(0, bytes(0, 300));
  cache.add(100, bytes(100, 400));
  expect(cache.bytesAdded).toBe(400);
});

test('a full cache evicts the chunks that were cached first, which are then missing', async () => {
  const cache = new ChunkCache(100, 2);
  cache.add(0, bytes(0, 200));
  cache.add(200, bytes(200, 300));
  expect(cache.missing(0, 300)).toEqual([{ begin: 0, end: 100 }]);
  expect(await cache.read(100, 300)).toEqual(bytes(100, 300));
  expect(await cache.read(0, 300)).toBe(null);
});

import { expect, test } from 'vitest';
import { chunkBytes, countChunks, createChunkCutter, digestOf, partsOfRange, spanOfChunk } from './chunks.ts';

test('the number of chunks covers the file, and the last chunk ends with it', () => {
  expect([0, 1, chunkBytes, chunkBytes + 1].map(countChunks)).toEqual([0, 1, 1, 2]);
  expect(spanOfChunk(0, 10)).toEqual({ start: 0, end: 9 });
  expect(spanOfChunk(1, chunkBytes + 5)).toEqual({ start: chunkBytes, end: chunkBytes + 4 });
});

test('a range is assembled from parts of the chunks that it overlaps', () => {
  expect([...partsOfRange({ start: 5, end: 9 })]).toEqual([{ index: 0, from: 5, to: 10 }]);
  expect([...partsOfRange({ start: chunkBytes - 1, end: chunkBytes })]).toEqual([
    { index: 0, from: chunkBytes - 1, to: chunkBytes },
    { index: 1, from: 0, to: 1 },
  ]);
  const whole = [...partsOfRange({ start: 0, end: 3 * chunkBytes - 1 })];
  expect(whole.map(({ from, to }) => to - from)).toEqual([chunkBytes, chunkBytes, chunkBytes]);
});

test('the chunks are the same for any split of the incoming bytes', async () => {
  const bytes = Uint8Array.from({ length: 2 * chunkBytes + 7 }, (_, index) => index % 251);
  const cut = (size: number) => {
    const cutter = createChunkCutter();
    const chunks: ArrayBuffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(...cutter.add(bytes.subarray(at, at + size)));
    const rest = cutter.rest();
    return rest ? [...chunks, rest] : chunks;
  };
  const digests = async (chunks: readonly ArrayBuffer[]) => Promise.all(chunks.map(digestOf));
  expect(cut(9999).map(({ byteLength }) => byteLength)).toEqual([chunkBytes, chunkBytes, 7]);
  expect(await digests(cut(bytes.length))).toEqual(await digests(cut(9999)));
  const exact = createChunkCutter();
  expect(exact.add(bytes.subarray(0, chunkBytes))).toHaveLength(1);
  expect(exact.rest()).toBeNull();
});

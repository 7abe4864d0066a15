import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { contentRange, missingChunks, planChunks } from './chunk-plan.ts';

test('a file of exactly one chunk is sent as one request without a range', () => {
  const chunks = planChunks(chunkBytes);
  expect(chunks).toEqual([{ index: 0, start: 0, end: chunkBytes }]);
  expect(chunks.map((chunk) => contentRange(chunk, chunkBytes))).toEqual([null]);
});

test('one byte more makes a second chunk of one byte', () => {
  const size = chunkBytes + 1;
  expect(planChunks(size).map((chunk) => contentRange(chunk, size))).toEqual([
    'bytes 0-5242879/5242881',
    'bytes 5242880-5242880/5242881',
  ]);
});

test('12 MB are three chunks that cover every byte once', () => {
  const size = 12_000_000;
  const chunks = planChunks(size);
  expect(chunks).toHaveLength(3);
  expect(chunks[2]).toEqual({ index: 2, start: 10_485_760, end: size });
});

test('chunks that the server has without a gap are not sent again', () => {
  const chunks = planChunks(chunkBytes * 4);
  expect(missingChunks(chunks, 0)).toHaveLength(4);
  expect(missingChunks(chunks, 3).map((chunk) => chunk.index)).toEqual([3]);
  expect(missingChunks(chunks, 4)).toEqual([]);
});

test('an empty file is one empty request, which the server refuses', () => {
  expect(planChunks(0)).toEqual([{ index: 0, start: 0, end: 0 }]);
});

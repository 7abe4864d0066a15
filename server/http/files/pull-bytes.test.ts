import { expect, test } from 'vitest';
import type { ByteSource } from '#server/files/byte-source.ts';
import { pullBytes } from './pull-bytes.ts';

/** A source that hands over every piece in the same memory, as files are read. */
const reusing: ByteSource = async ({ start, end }, take) => {
  const memory = Buffer.alloc(2);
  for (let at = start; at <= end; at += 2) {
    memory.fill(at);
    await take(memory);
  }
  return true;
};

test('a piece keeps its bytes while the source reads the next one', async () => {
  const pieces = [];
  for await (const piece of pullBytes(reusing, 6)) pieces.push(piece);
  expect(pieces.map((piece) => [...piece])).toEqual([
    [0, 0],
    [2, 2],
    [4, 4],
  ]);
});

test('the source stops when no more is wanted, and its failures are those of whoever pulls', async () => {
  let taken = 0;
  const endless: ByteSource = async (_range, take) => {
    for (;;) {
      taken += 1;
      await take(Buffer.alloc(1));
    }
  };
  for await (const piece of pullBytes(endless, 9)) if (piece.length > 0 && taken === 3) break;
  expect(taken).toBe(3);
  const failing: ByteSource = () => Promise.reject(new Error('the disk is gone'));
  await expect(pullBytes(failing, 9).next()).rejects.toThrow('the disk is gone');
  await expect(pullBytes(async () => false, 9).next()).rejects.toThrow('missing');
});

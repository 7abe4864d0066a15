import { expect, test } from 'vitest';
import type { ByteSource } from '#server/library/files/byte-source.ts';
import { createPieceLender } from './piece-lender.ts';

/** A source that passes every piece in the same memory, as files do. */
const reusing: ByteSource = async ({ start, end }, take) => {
  const memory = Buffer.alloc(2);
  for (let at = start; at <= end; at += 2) {
    memory.fill(at);
    await take(memory);
  }
  return true;
};

test('a piece is the memory of the source, which reads the next piece only after this one is returned', async () => {
  const lender = createPieceLender();
  const pieces = lender.pull(reusing, 6);
  const seen: number[][] = [];
  const first = await pieces.next();
  const next = pieces.next();
  // Whatever else runs in the meantime, the bytes of the piece do not change.
  await new Promise(setImmediate);
  seen.push([...(first.value ?? [])]);
  lender.giveBack(first.value as Uint8Array);
  const second = await next;
  seen.push([...(second.value ?? [])]);
  expect(second.value).toBe(first.value);
  lender.giveBack(second.value as Uint8Array);
  for await (const piece of pieces) {
    seen.push([...piece]);
    lender.giveBack(piece);
  }
  expect(seen).toEqual([
    [0, 0],
    [2, 2],
    [4, 4],
  ]);
});

test("the source stops when no more is needed, and its failures reject the reader's pull", async () => {
  let taken = 0;
  let isOpen = true;
  const endless: ByteSource = async (_range, take) => {
    try {
      for (;;) {
        taken += 1;
        await take(Buffer.alloc(1));
      }
    } finally {
      isOpen = false;
    }
  };
  const lender = createPieceLender();
  for await (const piece of lender.pull(endless, 9)) {
    if (taken === 3) break;
    lender.giveBack(piece);
  }
  expect([taken, isOpen]).toEqual([3, true]);
  await lender.stop();
  expect([taken, isOpen]).toEqual([3, false]);
  const failing: ByteSource = () => Promise.reject(new Error('the disk is gone'));
  await expect(createPieceLender().pull(failing, 9).next()).rejects.toThrow('the disk is gone');
  await expect(
    createPieceLender()
      .pull(async () => false, 9)
      .next(),
  ).rejects.toThrow('missing');
});

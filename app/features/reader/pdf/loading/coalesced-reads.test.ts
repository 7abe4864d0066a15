import { expect, test } from 'vitest';
import { CoalescedReads } from './coalesced-reads.ts';

const bytes = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, index) => (from + index) % 251);

/** A file of 342 bytes in chunks of 100, loaded when the test allows it. */
function slowFile() {
  const requested: string[] = [];
  const waiting: { come: () => void; fail: () => void }[] = [];
  const reading = new CoalescedReads(
    100,
    (begin, end) =>
      new Promise((resolve, reject) => {
        requested.push(`${begin}-${end}`);
        waiting.push({ come: () => resolve(bytes(begin, end)), fail: () => reject(new Error('no line')) });
      }),
  );
  const next = () => new Promise((resolve) => setTimeout(resolve)).then(() => waiting.shift());
  return { reading, requested, come: async () => (await next())?.come(), fail: async () => (await next())?.fail() };
}

test('loaded bytes are not requested again, even in other ranges', async () => {
  const { reading, requested, come } = slowFile();
  const first = reading.read(0, 300);
  await come();
  expect(await first).toEqual(bytes(0, 300));
  expect(await reading.read(100, 200)).toEqual(bytes(100, 200));
  expect(requested).toEqual(['0-300']);
  expect(reading.bytes).toBe(300);
});

test('only the missing ranges in between are requested', async () => {
  const { reading, requested, come } = slowFile();
  const first = reading.read(100, 200);
  await come();
  await first;
  const all = reading.read(0, 342);
  await come();
  await come();
  expect(await all).toEqual(bytes(0, 342));
  expect(requested).toEqual(['100-200', '0-100', '200-342']);
});

test('a pending request is shared', async () => {
  const { reading, requested, come } = slowFile();
  const first = reading.read(0, 200);
  const second = reading.read(100, 300);
  await come();
  await come();
  expect(await first).toEqual(bytes(0, 200));
  expect(await second).toEqual(bytes(100, 300));
  expect(requested).toEqual(['0-200', '200-300']);
});

test('bytes that failed to load are requested again by the next read', async () => {
  const { reading, requested, come, fail } = slowFile();
  const first = reading.read(0, 100);
  const second = reading.read(0, 100);
  await Promise.all([expect(first).rejects.toThrow('no line'), fail()]);
  await come();
  expect(await second).toEqual(bytes(0, 100));
  expect(requested).toEqual(['0-100', '0-100']);
});

test('after the cache is dropped everything is requested', async () => {
  const { reading, requested, come } = slowFile();
  const first = reading.read(0, 100);
  await come();
  await first;
  reading.dropCache();
  const again = reading.read(0, 100);
  await come();
  expect(await again).toEqual(bytes(0, 100));
  expect(requested).toEqual(['0-100', '0-100']);
  expect(reading.bytes).toBe(null);
});

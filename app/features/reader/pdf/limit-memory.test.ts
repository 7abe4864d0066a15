import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitMemory } from './limit-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const megabyte = 1024 * 1024;

/** A document that records the calls to it; by default it can be exchanged. */
function makeReading({ isExchangeable = true } = {}) {
  const reading = { bytes: 0, isExchangeable, isBeingDrawn: 0, exchanged: 0, cleaned: 0 };
  const tidying = limitMemory({
    bytesRead: () => reading.bytes,
    exchange: async () => {
      if (reading.isExchangeable) reading.exchanged += 1;
      return reading.isExchangeable;
    },
    cleanUp: async () => {
      if (reading.isBeingDrawn > 0) {
        reading.isBeingDrawn -= 1;
        throw new Error('Page 7 is currently rendering.');
      }
      reading.cleaned += 1;
    },
  });
  async function read(from: number, to: number, bytesEach = 0) {
    for (let number = from; number <= to; number += 1) {
      reading.bytes += bytesEach;
      tidying.note(number);
    }
    await vi.runAllTimersAsync();
  }
  return { reading, read };
}

test('after every two hundred pages, and not before, the document is exchanged', async () => {
  const { reading, read } = makeReading();
  await read(1, 199);
  expect(reading.exchanged).toBe(0);
  await read(200, 200);
  expect(reading.exchanged).toBe(1);
  await read(201, 399);
  expect(reading.exchanged).toBe(1);
  await read(400, 400);
  expect(reading).toMatchObject({ exchanged: 2, cleaned: 0 });
});

test('after every sixteen megabytes of a large file, the document is exchanged', async () => {
  const { reading, read } = makeReading();
  await read(1, 15, megabyte);
  expect(reading.exchanged).toBe(0);
  await read(16, 16, megabyte);
  expect(reading.exchanged).toBe(1);
  await read(17, 31, megabyte);
  expect(reading.exchanged).toBe(1);
  await read(32, 32, megabyte);
  expect(reading.exchanged).toBe(2);
});

test('reading the same pages again does not cause an exchange', async () => {
  const { reading, read } = makeReading();
  for (let round = 0; round < 100; round += 1) await read(1, 5);
  expect(reading).toMatchObject({ exchanged: 0, cleaned: 0 });
});

test('a document that cannot be exchanged is cleaned up', async () => {
  const { reading, read } = makeReading({ isExchangeable: false });
  await read(1, 200);
  expect(reading).toMatchObject({ exchanged: 0, cleaned: 1 });
});

test('an exchange while a page is being drawn is retried, a limited number of times', async () => {
  const busy = makeReading({ isExchangeable: false });
  busy.reading.isBeingDrawn = 5;
  await busy.read(1, 200);
  expect(busy.reading).toMatchObject({ cleaned: 0, isBeingDrawn: 0 });

  const calmer = makeReading({ isExchangeable: false });
  calmer.reading.isBeingDrawn = 1;
  await calmer.read(1, 200);
  expect(calmer.reading.cleaned).toBe(1);
});

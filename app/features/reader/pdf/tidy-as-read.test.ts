import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tidyAsRead } from './tidy-as-read.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reading = { page: async (number: number) => `page ${number}` };

async function read(tidied: typeof reading, from: number, to: number) {
  for (let number = from; number <= to; number += 1) await tidied.page(number);
  await vi.runAllTimersAsync();
}

test('after every hundred pages, and not before, what is kept of them is let go', async () => {
  const cleanUp = vi.fn(async () => {});
  const tidied = tidyAsRead(reading, cleanUp);
  await read(tidied, 1, 99);
  expect(cleanUp).toHaveBeenCalledTimes(0);
  await read(tidied, 100, 100);
  expect(cleanUp).toHaveBeenCalledTimes(1);
  await read(tidied, 101, 350);
  expect(cleanUp.mock.calls.length).toBeGreaterThan(1);
});

test('the same pages read again and again are no reason', async () => {
  const cleanUp = vi.fn(async () => {});
  const tidied = tidyAsRead(reading, cleanUp);
  for (let round = 0; round < 50; round += 1) await read(tidied, 1, 5);
  expect(cleanUp).toHaveBeenCalledTimes(0);
  expect(await tidied.page(3)).toBe('page 3');
});

test('while a page is being drawn it is tried again, and given up in the end', async () => {
  const cleanUp = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('Page 7 is currently rendering.'));
  await read(tidyAsRead(reading, cleanUp), 1, 100);
  expect(cleanUp).toHaveBeenCalledTimes(5);

  const calmer = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('Page 7 is currently rendering.'));
  await read(tidyAsRead(reading, calmer.mockResolvedValue()), 1, 100);
  expect(calmer).toHaveBeenCalledTimes(2);
});

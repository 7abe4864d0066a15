import { expect, test } from 'vitest';
import { TextCache } from './search-pages.ts';

const { signal } = new AbortController();

test('texts are cached up to a number of letters; further pages are read each time', async () => {
  const read: number[] = [];
  const cache = new TextCache(async (page) => {
    read.push(page);
    return { text: 'abcd' };
  }, 10);
  for (const page of [1, 2, 3, 1, 2, 3]) expect((await cache.read(page, signal)).text).toBe('abcd');
  expect(read).toEqual([1, 2, 3, 3]);
  expect([1, 2, 3].map((page) => cache.get(page)?.text)).toEqual(['abcd', 'abcd', undefined]);
});

test('a page that could not be read is read again the next time', async () => {
  let attempts = 0;
  const cache = new TextCache(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no connection');
    return { text: 'here' };
  });
  await expect(cache.read(1, signal)).rejects.toThrow('no connection');
  expect(await cache.read(1, signal)).toEqual({ text: 'here' });
});

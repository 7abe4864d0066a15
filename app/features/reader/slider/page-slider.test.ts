import { expect, test } from 'vitest';
import { chapterOf, readChapters } from './page-slider.tsx';

const entry = (title: string, target: unknown) => ({ id: title, title, target, url: null, children: [] });

test('chapters are in the order of their pages, without entries that lead nowhere', async () => {
  const document = {
    outline: async () => [entry('Two', 9), entry('One', 2), entry('Web', null), entry('Lost', 'lost')],
    pageOf: async (target: unknown) => (typeof target === 'number' ? target : null),
  };
  const chapters = await readChapters(document);
  expect(chapters).toEqual([
    { title: 'One', page: 2 },
    { title: 'Two', page: 9 },
  ]);
  expect([1, 2, 8, 9, 40].map((page) => chapterOf(chapters, page)?.title)).toEqual([
    undefined,
    'One',
    'One',
    'Two',
    'Two',
  ]);
});

test('at most sixty chapters are read', async () => {
  const document = {
    outline: async () => Array.from({ length: 100 }, (_, index) => entry('Chapter', index + 1)),
    pageOf: async (target: unknown) => Number(target),
  };
  expect(await readChapters(document)).toHaveLength(60);
});

import { expect, test } from 'vitest';
import { outlineLimits, readOutline, type OutlineEntry } from './outline.ts';

type Raw = { title?: string; dest?: unknown; url?: string; items?: Raw[] };

const read = (raw: Raw[] | null) =>
  readOutline({ getOutline: () => Promise.resolve(raw) } as unknown as Parameters<typeof readOutline>[0]);

function count(entries: readonly OutlineEntry[]): number {
  return entries.reduce((sum, entry) => sum + 1 + count(entry.children), 0);
}

test('entries stay in order with their children', async () => {
  const outline = await read([{ title: 'One', dest: 'one', items: [{ title: 'One and a half' }] }, { title: 'Two' }]);
  expect(outline).toEqual([
    {
      id: '0',
      title: 'One',
      target: 'one',
      url: null,
      children: [{ id: '0.0', title: 'One and a half', target: null, url: null, children: [] }],
    },
    { id: '1', title: 'Two', target: null, url: null, children: [] },
  ]);
});

test('a document without an outline, or with a damaged one, has an empty outline', async () => {
  expect(await read(null)).toEqual([]);
  const broken = { getOutline: () => Promise.reject(new Error('broken')) };
  expect(await readOutline(broken as unknown as Parameters<typeof readOutline>[0])).toEqual([]);
});

test('an unsafe address is left out', async () => {
  const outline = await read([
    { title: 'a', url: 'https://library.test/' },
    { title: 'b', url: 'javascript:alert(1)' },
  ]);
  expect(outline.map(({ url }) => url)).toEqual(['https://library.test/', null]);
});

test('a title without text is called untitled', async () => {
  const outline = await read([{ title: '\u0000 \n' }, {}, { title: 'Finite\u0000\r\n automata ' }]);
  expect(outline.map(({ title }) => title)).toEqual(['Untitled', 'Untitled', 'Finite automata']);
});

test('a huge outline is cut off, in length and in depth', async () => {
  const long = await read(Array.from({ length: 300 }, () => ({ items: Array.from({ length: 100 }, () => ({})) })));
  expect(count(long)).toBe(outlineLimits.entries);
  let deep: Raw = {};
  for (let level = 1; level < 40; level += 1) deep = { items: [deep] };
  expect(count(await read([deep]))).toBe(outlineLimits.depth);
});

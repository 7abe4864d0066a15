import { describe, expect, test, vi } from 'vitest';
import { createFinder } from './finder.ts';
import { countHits } from './seek-hit.ts';

const loose = { matchCase: false, wholeWords: false, anyWord: false };
const start = { page: 1, offset: 0 };

/** Returns a document whose pages can be read only when the test allows it. */
function openPages(...pages: (string | null)[]) {
  const requested: number[] = [];
  const waiting = new Map<number, () => void>();
  const met: string[] = [];
  const finder = createFinder({
    pageCount: pages.length,
    readText: (page, signal) =>
      new Promise<{ text: string; lineEnds: number[] }>((resolve, reject) => {
        requested.push(page);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        const text = pages[page - 1];
        waiting.set(page, () =>
          typeof text === 'string' ? resolve({ text, lineEnds: [] }) : reject(new Error('broken page')),
        );
      }),
  });
  finder.watchHits(({ page, start, end }) => met.push(`${page}: ${start} to ${end}`));
  return {
    finder,
    requested,
    met,
    /** Allows these pages to be read as soon as they are requested. */
    async read(...numbers: number[]) {
      for (const page of numbers) {
        await vi.waitFor(() => expect(requested).toContain(page));
        waiting.get(page)?.();
        await vi.waitFor(() => expect(finder.finding().hits.has(page)).toBe(true));
      }
    },
  };
}

test('nothing is read before there is a query', () => {
  const { finder, requested } = openPages('one', 'two');
  finder.search('  ', loose, start);
  expect([requested, finder.finding().query]).toEqual([[], '']);
});

test('hits are counted while pages are read, starting with the current page', async () => {
  const { finder, requested, read } = openPages('a graph', 'graph, graph', 'none', 'graph');
  finder.search('graph', loose, { page: 2, offset: 0 });
  await read(2, 3);
  expect([countHits(finder.finding().hits), finder.finding().isDone]).toEqual([2, false]);
  await read(1, 4);
  expect([countHits(finder.finding().hits), finder.finding().isDone]).toEqual([4, true]);
  expect(requested).toEqual([2, 3, 1, 4]);
});

test('the search goes to the first hit from the current position when the pages before it have been read', async () => {
  const { finder, met, read } = openPages('graph', 'none', 'none', 'graph');
  finder.search('graph', loose, { page: 2, offset: 0 });
  await read(2, 1);
  expect([finder.finding().current, met]).toEqual([null, []]);
  await read(3, 4);
  expect([finder.finding().current, met]).toEqual([{ page: 4, index: 0 }, ['4: 0 to 5']]);
});

test('next continues, waits for pages that are not read yet, and at the end continues at the start', async () => {
  const { finder, met, read } = openPages('graph graph', 'none', 'graph');
  finder.search('graph', loose, start);
  await read(1);
  finder.step(1);
  finder.step(1);
  expect(met).toEqual(['1: 0 to 5', '1: 6 to 11']);
  await read(2, 3);
  finder.step(1);
  finder.step(-1);
  expect(met).toEqual(['1: 0 to 5', '1: 6 to 11', '3: 0 to 5', '1: 0 to 5', '3: 0 to 5']);
});

test('another search ends the previous one; pages already read are not read again', async () => {
  const { finder, requested, read } = openPages('graph tree', 'tree', 'b', 'c', 'd');
  finder.search('graph', loose, start);
  await read(1);
  await vi.waitFor(() => expect(requested).toEqual([1, 2, 3, 4]));
  finder.search('tree', loose, start);
  await vi.waitFor(() => expect(requested).toEqual([1, 2, 3, 4, 2, 3, 4]));
  expect(finder.finding()).toMatchObject({ query: 'tree', current: { page: 1, index: 0 } });
  await read(2);
  expect(countHits(finder.finding().hits)).toBe(2);
});

test('a page that cannot be read has no hits, and the others are searched', async () => {
  const { finder, read } = openPages('graph', null, 'graph');
  finder.search('graph', loose, start);
  await read(1, 2, 3);
  expect(finder.finding()).toMatchObject({ brokenPages: 1, isDone: true });
  expect(countHits(finder.finding().hits)).toBe(2);
});

test('a document that consists of pictures has no text', async () => {
  const { finder, read } = openPages('', ' ');
  finder.search('graph', loose, start);
  await read(1, 2);
  expect(finder.finding()).toMatchObject({ hasText: false, isDone: true, current: null });
});

test('stopping drops the hits', async () => {
  const { finder, read } = openPages('graph', 'b');
  finder.search('graph', loose, start);
  await read(1);
  finder.stop();
  expect(finder.finding()).toMatchObject({ query: '', current: null, isDone: false });
  expect(finder.finding().hits.size).toBe(0);
});

describe('words for which the reader was opened', () => {
  const words = { ...loose, anyWord: true };

  test('only the page where the reader opened is searched until the first step, starting at its best hit', async () => {
    const far = 'x '.repeat(200);
    const { finder, requested, met, read } = openPages('tree', `graph ${far} a tree, a graph`, 'graph');
    finder.searchPage('graph tree', words, 2);
    await read(2);
    const best = `graph ${far} a tree`.length - 4;
    expect([requested, met]).toEqual([[2], [`2: ${best} to ${best + 4}`]]);
    expect(finder.finding()).toMatchObject({ isPageOnly: true, isDone: true, current: { page: 2, index: 1 } });

    finder.step(1);
    await read(1, 3);
    expect(requested).toEqual([2, 3, 1]);
    expect(finder.finding()).toMatchObject({ isPageOnly: false, isDone: true, current: { page: 2, index: 2 } });
    expect(countHits(finder.finding().hits)).toBe(5);
    finder.step(1);
    finder.step(-1);
    finder.step(-1);
    expect(finder.finding().current).toEqual({ page: 2, index: 1 });
  });

  test('on a page without any of the words, the first step leads to the next page that has one', async () => {
    const { finder, met, read } = openPages('graph', 'none', 'a graph');
    finder.searchPage('graph', words, 2);
    await read(2);
    expect(finder.finding()).toMatchObject({ isPageOnly: true, current: null });
    finder.step(1);
    await read(1, 3);
    expect(met).toEqual(['3: 2 to 7']);
  });

  test("a page that can't be read doesn't block the others", async () => {
    const { finder, met, read } = openPages('graph', null);
    finder.searchPage('graph', words, 2);
    await read(2);
    expect(finder.finding()).toMatchObject({ isPageOnly: true, brokenPages: 1 });
    finder.step(-1);
    // The page is read again.
    await read(2, 1);
    expect(met).toEqual(['1: 0 to 5']);
  });

  test('a search typed meanwhile covers the whole document', async () => {
    const { finder, read } = openPages('graph', 'graph');
    finder.searchPage('graph', words, 2);
    finder.search('graph', loose, start);
    await read(1, 2);
    expect(finder.finding()).toMatchObject({ isPageOnly: false, isDone: true, current: { page: 1, index: 0 } });
  });
});

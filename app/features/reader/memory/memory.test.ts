import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followPages } from './followed-pages.tsx';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import {
  deleteHighlight,
  highlightsKey,
  replaceHighlight,
  storeHighlight,
  storedHighlights,
  watchHighlights,
} from './use-stored-highlights.ts';
import { bookmarkStore, maxBookmarks, toggleBookmark } from '#app/features/my-reading/bookmark-store.ts';
import { readEntries } from '#app/features/my-reading/stored-entries.ts';
import { lastPageOf, lastPagesKey, rememberPage } from '#app/features/my-reading/last-pages.ts';

/** Returns a storage with space for this many characters. */
function storageOf(characters: number): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: () => null,
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem(key, value) {
      if (value.length > characters) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
  };
}

const mark = (page: number, text = 'words'): Highlight => ({ page, start: 3, end: 8, text });

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
  vi.stubGlobal('localStorage', storageOf(5_000_000));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the last page read is stored for each document', () => {
  rememberPage('algebra', 12, 40);
  rememberPage('2024', 3, 9);
  expect([lastPageOf('algebra'), lastPageOf('2024'), lastPageOf('other')]).toEqual([12, 3, null]);
});

test('after returning to page 1, or reading to the end, there is nothing to continue', () => {
  rememberPage('algebra', 12, 40);
  rememberPage('algebra', 1, 40);
  expect(lastPageOf('algebra')).toBeNull();
  rememberPage('algebra', 12, 40);
  rememberPage('algebra', 40, 40);
  expect(lastPageOf('algebra')).toBeNull();
});

test('two hundred documents are stored; the one not read for the longest time is evicted first', () => {
  for (let number = 1; number <= 200; number += 1) {
    vi.setSystemTime(number * 1000);
    rememberPage(String(number), 2, 9);
  }
  vi.setSystemTime(201_000);
  rememberPage('1', 5, 9);
  vi.setSystemTime(202_000);
  rememberPage('new', 2, 9);
  expect([lastPageOf('1'), lastPageOf('2'), lastPageOf('3'), lastPageOf('new')]).toEqual([5, null, 2, 2]);
});

test('invalid values in storage do no harm', () => {
  for (const text of ['{', '[]', 'null', '"x"', '{"a":null}', '{"a":{"page":"2","at":1}}', '{"a":{"page":2}}']) {
    localStorage.setItem(lastPagesKey, text);
    localStorage.setItem(highlightsKey, text);
    expect([text, lastPageOf('a'), storedHighlights('a')]).toEqual([text, null, []]);
    rememberPage('a', 2, 9);
    storeHighlight('a', mark(1));
    expect([text, lastPageOf('a'), storedHighlights('a')]).toEqual([text, 2, [mark(1)]]);
    localStorage.clear();
  }
});

test('the valid highlights of a damaged list are read', () => {
  const bad = [null, 4, { page: 1 }, { ...mark(1), page: 0 }, { ...mark(1), start: 9 }, { ...mark(1), text: 5 }];
  localStorage.setItem(highlightsKey, JSON.stringify({ a: { at: 1, highlights: [...bad, mark(2)] } }));
  expect(storedHighlights('a')).toEqual([mark(2)]);
});

test('highlights are stored once and deleted one by one; a document without any leaves nothing', () => {
  expect(storeHighlight('a', mark(1))).toBe(true);
  storeHighlight('a', mark(1));
  storeHighlight('a', mark(2));
  storeHighlight('b', mark(9));
  deleteHighlight('a', mark(1));
  expect([storedHighlights('a'), storedHighlights('b')]).toEqual([[mark(2)], [mark(9)]]);
  deleteHighlight('a', mark(2));
  deleteHighlight('b', mark(9));
  expect(localStorage.getItem(highlightsKey)).toBeNull();
});

test('a highlight has a colour and a note, which highlighting the same words again does not remove', () => {
  storeHighlight('a', mark(1));
  const noted: Highlight = { ...mark(1), color: 'pink', note: 'See page 4.' };
  expect(replaceHighlight('a', noted)).toBe(true);
  storeHighlight('a', mark(1));
  expect(storedHighlights('a')).toEqual([noted]);
  replaceHighlight('a', { ...noted, note: 'z'.repeat(1001) });
  expect(storedHighlights('a')[0]?.note).toHaveLength(1000);
  replaceHighlight('a', mark(2));
  expect(storedHighlights('a')).toHaveLength(1);
});

test('a stored highlight with an invalid colour or note is read without it', () => {
  const highlights = [{ ...mark(1), color: 'red', note: 7 }];
  localStorage.setItem(highlightsKey, JSON.stringify({ a: { at: 1, highlights } }));
  expect(storedHighlights('a')).toEqual([mark(1)]);
});

test('pages are bookmarked in order, and again to remove them, up to a hundred of a document', () => {
  const bookmarks = (id: string) => readEntries(bookmarkStore).get(id)?.pages;
  for (const page of [9, 2, 4, 2]) toggleBookmark('a', page);
  expect(bookmarks('a')).toEqual([4, 9]);
  for (const page of [4, 9]) toggleBookmark('a', page);
  expect(localStorage.getItem('reader-bookmarks')).toBeNull();
  for (let page = 2; page <= maxBookmarks + 1; page += 1) toggleBookmark('a', page);
  // One more is refused, and replaces none.
  toggleBookmark('a', 1);
  expect([bookmarks('a')?.length, bookmarks('a')?.[0], bookmarks('a')?.at(-1)]).toEqual([100, 2, 101]);
  toggleBookmark('a', 2);
  toggleBookmark('a', 1);
  expect([bookmarks('a')?.length, bookmarks('a')?.[0]]).toEqual([100, 1]);
});

test('invalid bookmarks in storage are ignored', () => {
  const entries = {
    a: { pages: [3, 0, '4', 2.5, 1, 3], at: 1 },
    b: { pages: 'x', at: 1 },
    c: { pages: [null], at: 1 },
  };
  localStorage.setItem('reader-bookmarks', JSON.stringify(entries));
  expect([...readEntries(bookmarkStore)]).toEqual([['a', { pages: [1, 3], at: 1 }]]);
});

test('if the browser has little space, the documents not changed for the longest time are evicted first', () => {
  vi.stubGlobal('localStorage', storageOf(700));
  for (let number = 1; number <= 6; number += 1) {
    vi.setSystemTime(number * 1000);
    expect(storeHighlight(`document-${number}`, mark(1, 'x'.repeat(100)))).toBe(true);
  }
  expect(storedHighlights('document-6')).toHaveLength(1);
  expect(storedHighlights('document-1')).toEqual([]);
});

test('if there is no space, or storage is not accessible, that is reported and nothing breaks', () => {
  vi.stubGlobal('localStorage', storageOf(10));
  expect(storeHighlight('a', mark(1))).toBe(false);
  rememberPage('a', 2, 9);
  vi.stubGlobal('localStorage', undefined);
  expect(storeHighlight('a', mark(1))).toBe(false);
  deleteHighlight('a', mark(1));
  rememberPage('a', 2, 9);
  expect([lastPageOf('a'), storedHighlights('a')]).toEqual([null, []]);
});

test('a document has at most five hundred highlights of two thousand characters', () => {
  const highlights = Array.from({ length: 499 }, (_, index) => mark(index + 1));
  localStorage.setItem(highlightsKey, JSON.stringify({ a: { at: 1, highlights } }));
  expect(storeHighlight('a', mark(500, 'y'.repeat(2001)))).toBe(true);
  expect(storeHighlight('a', mark(501))).toBe(false);
  expect(storedHighlights('a')).toHaveLength(500);
  expect(storedHighlights('a')[499]?.text).toHaveLength(2000);
});

test('additions and removals in another tab are noticed, and only those', () => {
  const target = new EventTarget();
  vi.stubGlobal('window', target);
  const changes: (readonly Highlight[])[] = [];
  const stop = watchHighlights('a', (highlights) => changes.push(highlights));
  const fireStorageEvent = (key: string | null) => target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  storeHighlight('a', mark(4));
  fireStorageEvent('theme');
  fireStorageEvent(highlightsKey);
  localStorage.clear();
  fireStorageEvent(null);
  stop();
  fireStorageEvent(null);
  expect(changes).toEqual([[mark(4)], []]);
});

const origins = (...pages: [fileId: string, page: number][]) => pages.map(([fileId, page]) => ({ fileId, page }));

test('highlights, bookmarks and the last page follow their pages into a new file, and stay in the former ones', () => {
  storeHighlight('old', mark(3));
  storeHighlight('old', mark(1, 'left out'));
  storeHighlight('other', mark(1, 'of the other'));
  storeHighlight('new', mark(4, 'made meanwhile'));
  toggleBookmark('old', 2);
  rememberPage('other', 2, 9);
  vi.advanceTimersByTime(1000);
  rememberPage('old', 3, 9);
  // Page 3 was cut in two halves.
  const made = origins(['old', 2], ['old', 3], ['old', 3], ['other', 1], ['other', 2]);
  expect(followPages('new', made)).toBe(true);
  expect(storedHighlights('new')).toEqual([mark(4, 'made meanwhile'), mark(2)]);
  expect(readEntries(bookmarkStore).get('new')?.pages).toEqual([1]);
  expect(lastPageOf('new')).toBe(2);
  expect([storedHighlights('old').length, lastPageOf('old')]).toEqual([2, 3]);
});

test('marks follow their pages once, so that a removed one does not come back', () => {
  storeHighlight('old', mark(3));
  expect(followPages('new', origins(['old', 3]))).toBe(true);
  deleteHighlight('new', mark(1));
  expect(followPages('new', origins(['old', 3]))).toBe(false);
  expect(storedHighlights('new')).toEqual([]);
  // A file without any marks is checked again, because marks may come with an imported reading file.
  expect(followPages('later', origins(['none', 1]))).toBe(false);
  storeHighlight('none', mark(1));
  expect(followPages('later', origins(['none', 1]))).toBe(true);
});

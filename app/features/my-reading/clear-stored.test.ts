import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheNames, clearedOf, localKeys, storedCaches, tabKeys } from '#contract/browser-storage.ts';
import { clearStored } from './clear-stored.ts';
import { donePapers } from './done-papers.ts';
import { putEntry, readEntries } from './stored-entries.ts';

let local: Map<string, string>;
let tab: Map<string, string>;
let cached: Set<string>;
let page: EventTarget;

beforeEach(() => {
  local = new Map(Object.keys(localKeys).map((key) => [key, `"${key}"`]));
  tab = new Map(Object.keys(tabKeys).map((key) => [key, key]));
  cached = new Set(Object.keys(storedCaches));
  page = new EventTarget();
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(tab));
  vi.stubGlobal('caches', { delete: async (name: string) => cached.delete(name) });
  vi.stubGlobal('indexedDB', { databases: async () => [] });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('StorageEvent', Event);
});
afterEach(() => void vi.unstubAllGlobals());

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const staying = (list: Readonly<Record<string, string>>) => Object.keys(list).filter((key) => list[key] === 'stays');

test('only the listed entries remain in storage', async () => {
  expect(await clearStored().done).toBe(true);
  expect([...local.keys()]).toEqual(staying(localKeys));
  expect([...tab.keys()]).toEqual(staying(tabKeys));
  expect([...cached]).toEqual(staying(storedCaches));
});

test('recent searches, the last term, the faculty of What Is Missing, and copies of pages and responses are cleared', () => {
  expect(clearedOf(localKeys)).toEqual(expect.arrayContaining(['recent-searches', 'last-term', 'coverage-faculty']));
  expect(clearedOf(storedCaches)).toEqual([cacheNames.pages, cacheNames.answers, cacheNames.pictures]);
});

test('entries that the router writes on leaving the page are removed as well', () => {
  clearStored();
  tab.set('tsr-scroll-restoration-v1_3', '{}');
  page.dispatchEvent(new Event('pagehide'));
  expect([...tab.keys()]).toEqual(staying(tabKeys));
});

test('restoring writes all entries back, and leaves entries that were stored meanwhile', () => {
  local.set('reading-done', '{"before":{"at":1}}');
  const { restore } = clearStored();
  local.set('last-term', 'since');
  putEntry(donePapers, 'since', {});
  restore();
  expect([...local.keys()].toSorted()).toEqual(Object.keys(localKeys).toSorted());
  expect(local.get('recent-searches')).toBe('"recent-searches"');
  expect(local.get('last-term')).toBe('since');
  expect([...readEntries(donePapers).keys()].toSorted()).toEqual(['before', 'since']);
});

test("copies that can't be removed are reported", async () => {
  vi.stubGlobal('caches', { delete: () => Promise.reject(new Error('no access')) });
  expect(await clearStored().done).toBe(false);
});

test("in a browser that can't list its databases, none is created", async () => {
  const aborted = vi.fn();
  const opening = Object.assign(new EventTarget(), { transaction: { abort: aborted } });
  const open = vi.fn(() => {
    queueMicrotask(() => {
      opening.dispatchEvent(new Event('upgradeneeded'));
      opening.dispatchEvent(new Event('error'));
    });
    return opening;
  });
  vi.stubGlobal('indexedDB', { open });
  expect(await clearStored().done).toBe(true);
  expect([open.mock.calls.length, aborted.mock.calls.length]).toEqual([1, 1]);
});

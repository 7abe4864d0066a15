import { afterEach, expect, test, vi } from 'vitest';
import { setOpeningTimes } from './render-times.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns the age that the data of a page gets when the page is opened in that way. */
function openPage(way: string | null, dataset: Record<string, string> = {}): number {
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('performance', { getEntriesByType: () => (way === null ? [] : [{ type: way }]) });
  const state = { dataUpdatedAt: 0 };
  setOpeningTimes({ query: { initial: [{ state }] } });
  return state.dataUpdatedAt;
}

test.each(['navigate', 'reload', 'prerender', null])('what comes with a page that is opened by %s is new', (way) => {
  const before = Date.now();
  expect(openPage(way)).toBeGreaterThanOrEqual(before);
});

test("data of a page that the server has not confirmed counts as old, regardless of the device's clock", () => {
  expect(openPage('back_forward')).toBe(0);
  expect(openPage('navigate', { savedAt: String(Date.now() + 1e9) })).toBe(0);
});

test('a page without data can be opened', () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  expect(() => setOpeningTimes({ query: {} })).not.toThrow();
});

import { afterEach, expect, test, vi } from 'vitest';
import { shareWithSystem } from './share-page.ts';

afterEach(() => vi.unstubAllGlobals());

const shared = { title: 'Physics 2022', url: 'https://library.example/material/physics-2022' };

test('a page is shared by the system if it can', async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal('navigator', { share, canShare: () => true });
  expect(await shareWithSystem(shared)).toBe(true);
  expect(share).toHaveBeenCalledWith(shared);
});

test('closing the sheet of the system offers nothing else', async () => {
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  expect(await shareWithSystem(shared)).toBe(true);
});

test('without a way to share, or if sharing fails or is refused, the page offers another way', async () => {
  vi.stubGlobal('navigator', {});
  expect(await shareWithSystem(shared)).toBe(false);
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')) });
  expect(await shareWithSystem(shared)).toBe(false);
  vi.stubGlobal('navigator', { share: vi.fn(), canShare: () => false });
  expect(await shareWithSystem(shared)).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseReadingTheme, isReadingDark, isSiteDark, toggleTheme, watchThemes } from './theme.ts';

let kept: Map<string, string>;
let system: EventTarget & { matches: boolean };

beforeEach(() => {
  kept = new Map();
  system = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('matchMedia', () => system);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('without any choice, site and reader follow the system', () => {
  expect([isSiteDark(), isReadingDark()]).toEqual([false, false]);
  system.matches = true;
  expect([isSiteDark(), isReadingDark()]).toEqual([true, true]);
});

test('a theme chosen for the site also applies to the reader, whatever the system prefers', () => {
  kept.set('theme', 'light');
  system.matches = true;
  expect([isSiteDark(), isReadingDark()]).toEqual([false, false]);
  toggleTheme();
  system.matches = false;
  expect([kept.get('theme'), isSiteDark(), isReadingDark()]).toEqual(['dark', true, true]);
});

test('a theme chosen in the reader is stored for the reader only, until the user chooses the site’s theme again', () => {
  kept.set('theme', 'light');
  chooseReadingTheme(true);
  expect([isSiteDark(), isReadingDark(), kept.get('theme'), kept.get('reader-theme')]).toEqual([
    false,
    true,
    'light',
    'dark',
  ]);
  toggleTheme();
  toggleTheme();
  expect([isSiteDark(), isReadingDark(), kept.has('reader-theme')]).toEqual([false, false, false]);
});

test('an unknown value in storage is ignored', () => {
  kept.set('theme', 'blue');
  kept.set('reader-theme', '');
  system.matches = true;
  expect([isSiteDark(), isReadingDark()]).toEqual([true, true]);
});

test('a change of theme is reported wherever it is made: in this tab, another tab or the system', () => {
  let calls = 0;
  const stop = watchThemes(() => (calls += 1));
  toggleTheme();
  chooseReadingTheme(true);
  window.dispatchEvent(new Event('storage'));
  system.dispatchEvent(new Event('change'));
  window.dispatchEvent(new Event('pageshow'));
  expect(calls).toBe(5);
  stop();
  toggleTheme();
  system.dispatchEvent(new Event('change'));
  expect(calls).toBe(5);
});

test('without access to storage, a choice lasts until the page is closed', async () => {
  const closed = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
  vi.resetModules();
  const theme = await import('./theme.ts');
  theme.toggleTheme();
  expect([theme.isSiteDark(), theme.isReadingDark()]).toEqual([true, true]);
  theme.chooseReadingTheme(false);
  expect([theme.isSiteDark(), theme.isReadingDark()]).toEqual([true, false]);
  theme.toggleTheme();
  theme.toggleTheme();
  expect([theme.isSiteDark(), theme.isReadingDark()]).toEqual([true, true]);
});

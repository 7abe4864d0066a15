import type { LocalKey } from '#contract/browser-storage.ts';
import { localItems } from './stored-items.ts';

/**
 * Light or dark: stored in local storage under `theme`, else as the system prefers. Documents (reader, paper preview) have a
 * separate choice, see `isReadingDark`.
 */

type Theme = 'dark' | 'light';

const siteKey = 'theme' satisfies LocalKey;
const readingKey = 'reader-theme' satisfies LocalKey;

/**
 * Runs in the head before anything is painted, so that no page flashes in the wrong theme. `themeColors` explains the
 * meta elements.
 */
export const themeScript =
  `try{var r=document,t=localStorage.getItem('${siteKey}'),k=t==='dark';` +
  `if(k||t==='light')r.querySelectorAll('[name=theme-color]').forEach(function(m,i){m.media=(i===1)===k?'all':'not all'});` +
  `if(k||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))r.documentElement.classList.add('dark')}catch(e){}`;

/** Colours that a browser shows around the page, light first; `media` selects the one that applies. */
export const themeColors = [
  { theme: 'light', color: '#fbfaf6', media: '(prefers-color-scheme: light)' },
  { theme: 'dark', color: '#12161d', media: '(prefers-color-scheme: dark)' },
] as const;

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The choices on this page if storage is not accessible. */
const unsaved = new Map<string, Theme>();
const watchers = new Set<() => void>();

/** True if the site is dark. */
export function isSiteDark(): boolean {
  const chosen = read(siteKey);
  return chosen ? chosen === 'dark' : prefersDark().matches;
}

/** Switches between light and dark and stores the choice; if storage is not accessible, for this page only. */
export function toggleTheme(): void {
  keep(siteKey, isSiteDark() ? 'light' : 'dark');
  forget(readingKey);
  notify();
}

/**
 * True if documents are shown dark: as chosen in the reader or the paper preview, else as the site. Choosing the site's
 * theme later resets the choice of the reader, because someone who makes the site dark does not expect a white page in
 * the reader.
 */
export function isReadingDark(): boolean {
  const chosen = read(readingKey);
  return chosen ? chosen === 'dark' : isSiteDark();
}

/** Shows documents dark or light from now on, and stores the choice on this device. The site's theme stays. */
export function chooseReadingTheme(isDark: boolean): void {
  keep(readingKey, isDark ? 'dark' : 'light');
  notify();
}

/**
 * Calls `changed` when a theme may have changed: in this tab, another tab, or the system. Returns a function that stops
 * the calls.
 */
export function watchThemes(changed: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  watchers.add(changed);
  prefersDark().addEventListener('change', changed, { signal });
  window.addEventListener('storage', changed, { signal });
  // A page restored from the back/forward cache has missed changes.
  window.addEventListener('pageshow', changed, { signal });
  return () => {
    watchers.delete(changed);
    stop.abort();
  };
}

/** Applies every change of the site's theme to the page. Returns a function that stops this. */
export function followTheme(): () => void {
  return watchThemes(function showTheme() {
    const isDark = isSiteDark();
    document.documentElement.classList.toggle('dark', isDark);
    const isChosen = read(siteKey) !== null;
    const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
    for (const [index, { theme, media }] of themeColors.entries()) {
      const meta = metas[index];
      if (meta) meta.media = isChosen ? ((theme === 'dark') === isDark ? 'all' : 'not all') : media;
    }
  });
}

function notify(): void {
  for (const changed of watchers) changed();
}

function read(key: LocalKey): Theme | null {
  let kept: string | null = null;
  try {
    kept = localItems.getItem(key);
  } catch {
    // Storage is not accessible.
  }
  const chosen = unsaved.get(key) ?? kept;
  return chosen === 'dark' || chosen === 'light' ? chosen : null;
}

function keep(key: LocalKey, theme: Theme): void {
  try {
    localItems.setItem(key, theme);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, theme);
  }
}

function forget(key: LocalKey): void {
  unsaved.delete(key);
  try {
    localItems.removeItem(key);
  } catch {
    // Storage is not accessible, so nothing is stored there.
  }
}

/**
 * Light or dark: remembered in local storage under `theme`, else as the system prefers. What is read
 * (reader, paper preview) has a choice of its own beside it, see `isReadingDark`.
 */

type Theme = 'dark' | 'light';

const siteKey = 'theme';
const readingKey = 'reader-theme';

/** Runs in the head before anything is painted, so that no page flashes in the wrong theme. The metas: `themeColors`. */
export const themeScript =
  `try{var r=document,t=localStorage.getItem('${siteKey}'),k=t==='dark';` +
  `if(k||t==='light')r.querySelectorAll('[name=theme-color]').forEach(function(m,i){m.media=(i===1)===k?'all':'not all'});` +
  `if(k||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))r.documentElement.classList.add('dark')}catch(e){}`;

/** The colours a browser shows around the page, light first; `media` says which of them counts. */
export const themeColors = [
  { theme: 'light', color: '#fbfaf6', media: '(prefers-color-scheme: light)' },
  { theme: 'dark', color: '#12161d', media: '(prefers-color-scheme: dark)' },
] as const;

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** What was chosen on this page where storage is closed to us. */
const unsaved = new Map<string, Theme>();
const watchers = new Set<() => void>();

/** Whether the site is dark. */
export function isSiteDark(): boolean {
  const chosen = read(siteKey);
  return chosen ? chosen === 'dark' : prefersDark().matches;
}

/** Turns light to dark or back and remembers it; where storage is closed to us, for this page only. */
export function toggleTheme(): void {
  keep(siteKey, isSiteDark() ? 'light' : 'dark');
  forget(readingKey);
  tell();
}

/**
 * Whether what is read is shown dark: as chosen in the reader or the paper preview, else as the site is.
 * The later choice wins: choosing the site's theme again ends the reader's own, because someone who
 * turns the site dark does not expect a white page behind the next Read button.
 */
export function isReadingDark(): boolean {
  const chosen = read(readingKey);
  return chosen ? chosen === 'dark' : isSiteDark();
}

/** Shows what is read dark or light from now on, and remembers it on this device. The site keeps its theme. */
export function chooseReadingTheme(isDark: boolean): void {
  keep(readingKey, isDark ? 'dark' : 'light');
  tell();
}

/** Calls when a theme may have changed: chosen here or in another tab, or by the system. Returns the end of it. */
export function watchThemes(changed: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  watchers.add(changed);
  prefersDark().addEventListener('change', changed, { signal });
  window.addEventListener('storage', changed, { signal });
  // A page brought back from the browser's memory has missed what was chosen meanwhile.
  window.addEventListener('pageshow', changed, { signal });
  return () => {
    watchers.delete(changed);
    stop.abort();
  };
}

/** Keeps the page in the site's theme, whatever changes it. Returns the end of it. */
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

function tell(): void {
  for (const changed of watchers) changed();
}

function read(key: string): Theme | null {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(key);
  } catch {
    // Closed to us.
  }
  const chosen = unsaved.get(key) ?? kept;
  return chosen === 'dark' || chosen === 'light' ? chosen : null;
}

function keep(key: string, theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, theme);
  }
}

function forget(key: string): void {
  unsaved.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Closed to us: nothing is kept there either.
  }
}

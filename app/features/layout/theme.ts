/** Light or dark: remembered in local storage under `theme` (specification 2), else as the system prefers. */

const themeKey = 'theme';

/** Runs in the head before anything is painted, so that no page flashes in the wrong theme. */
export const themeScript =
  `try{var t=localStorage.getItem('${themeKey}');` +
  `if(t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))` +
  `document.documentElement.classList.add('dark')}catch(e){}`;

/** Turns light to dark or back and remembers it; where storage is closed to us, for this page only. */
export function toggleTheme(): void {
  const isDark = document.documentElement.classList.toggle('dark');
  try {
    localStorage.setItem(themeKey, isDark ? 'dark' : 'light');
  } catch {
    return;
  }
}

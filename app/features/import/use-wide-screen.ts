import { useSyncExternalStore } from 'react';

/** Minimum width of the table; on narrower windows, rows are cards. The same width as `md` in the styles. */
const wide = '(min-width: 48.0625rem)';

/** Returns true if the window is wide enough for a table. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
    () => true,
  );
}

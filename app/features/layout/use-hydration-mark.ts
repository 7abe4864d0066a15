import { useEffect } from 'react';

/**
 * Sets `data-hydrated` on the root element when React has hydrated the whole page and run every effect. It has to be
 * the last component to mount. The browser tests wait for it, because a page looks the same before and after hydration.
 */
export function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
}

import { useEffect } from 'react';

/**
 * Sets `data-hydrated` on the root element when React has hydrated the whole page and run every effect. Must be the last element
 * of all pages, within a separate `Suspense`: those are hydrated in order after everything around them. Controls that do nothing
 * before hydration are hidden until then, and the browser tests wait for it.
 */
export function HydrationMark(): null {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return null;
}

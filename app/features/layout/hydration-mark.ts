import { useEffect } from 'react';

/**
 * Sets `data-hydrated` on the root element when React has hydrated the whole page and run every effect. Used as the last
 * thing of all pages, within a `Suspense` of its own: those are hydrated in their order once everything around them is.
 * Controls that do nothing before hydration are hidden until then, and the browser tests wait for it.
 */
export function HydrationMark(): null {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return null;
}

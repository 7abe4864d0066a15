import { useEffect } from 'react';

/**
 * Sets `data-hydrated` on the root element when React has hydrated the whole page and run every effect. Must be the
 * last element of every page, within a separate `Suspense`: React hydrates `Suspense` boundaries in order, after
 * everything around them. Controls that need hydration are hidden until then, and the browser tests wait for the
 * attribute.
 */
export function HydrationMark(): null {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return null;
}

import { useEffect } from 'react';

/**
 * Sets `data-hydrated` on the root element once React has taken over the whole page and every effect of it has run: a
 * page that is the last to mount. Journeys wait for it before they act, as nothing else tells a page that only looks
 * ready from one that answers.
 */
export function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
}

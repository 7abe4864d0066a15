import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/** A screen of this width or less, in CSS pixels, is small. */
const smallScreen = '(max-width: 768px)';

/**
 * On small screens, scrolls the content into view when somebody goes to another subject or tab. Going back is left
 * alone: there the router restores what was in view.
 */
export function useContentIntoView(content: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    function watchNavigation() {
      let isNewEntry = false;
      const forgetAction = router.history.subscribe(({ action }) => {
        isNewEntry = action.type === 'PUSH';
      });
      // The router scrolls to the top on the same event; it listens first, so this has the last word.
      const forgetRender = router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
        if (!pathChanged || !isNewEntry || !toLocation.pathname.includes('/subject/')) return;
        if (matchMedia(smallScreen).matches) content.current?.scrollIntoView({ block: 'start' });
      });
      return () => {
        forgetAction();
        forgetRender();
      };
    },
    [router, content],
  );
}

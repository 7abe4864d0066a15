import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/** Screens of this width or less, in CSS pixels, are small. */
const smallScreen = '(max-width: 768px)';

/**
 * On small screens, scrolls the content into view when the user opens another subject or tab. Does nothing after Back,
 * because the router then restores the scroll position.
 */
export function useContentIntoView(content: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    function watchNavigation() {
      let isNewEntry = false;
      const forgetAction = router.history.subscribe(({ action }) => {
        isNewEntry = action.type === 'PUSH';
      });
      // The router scrolls to the top on the same event; its listener was added first, so this one runs after it.
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

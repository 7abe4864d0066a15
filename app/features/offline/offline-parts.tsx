import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType } from 'react';
import { pages } from '#contract/addresses.ts';
import { whenLoaded } from '#app/features/layout/when-idle.ts';

/**
 * Loads the code for offline use when the page has loaded and the browser is idle, so that it delays nothing. A page that the
 * service worker has stored leaves space for the message that it is one, so that nothing moves.
 */
export function OfflineParts() {
  const [parts, setParts] = useState<{ Notice: ComponentType } | null>(null);
  const isHome = useRouterState({ select: ({ location }) => location.pathname === pages.home() });
  useEffect(function loadParts() {
    // `npm run dev` builds no service worker.
    if (!import.meta.env.PROD || !navigator.serviceWorker) return;
    // The page works without them.
    return whenLoaded(
      () =>
        void import('./saved-page-notice.tsx').then(
          ({ SavedPageNotice: Notice }) => setParts({ Notice }),
          () => {},
        ),
    );
  }, []);
  if (parts) return <parts.Notice />;
  return <div className={`offline-space ${isHome ? 'on-home' : ''}`} />;
}

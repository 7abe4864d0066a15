import { useEffect, useState, type ComponentType } from 'react';
import { whenLoaded } from '#app/features/layout/when-idle.ts';

/** Loads the code for offline use when the page has loaded and the browser is idle, so that it delays nothing. */
export function OfflineParts() {
  const [parts, setParts] = useState<{ Notice: ComponentType } | null>(null);
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
  return parts && <parts.Notice />;
}

import { useEffect, useState, type ComponentType } from 'react';
import { whenLoaded } from '#app/features/layout/when-idle.ts';

/**
 * What a page needs to work without a connection: loaded when the page has loaded and the browser is idle, so that it
 * delays nothing.
 */
export function OfflineParts() {
  const [parts, setParts] = useState<{ Notice: ComponentType } | null>(null);
  useEffect(function loadParts() {
    // `npm run dev` builds no worker.
    if (!import.meta.env.PROD || !navigator.serviceWorker) return;
    // Without them the page works as before.
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

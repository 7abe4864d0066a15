import { useQueryClient } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { TryAgain } from '#app/ui/try-again.tsx';
import { incompleteKey } from './fetch-first.ts';

/**
 * Says on a page that the server sent incomplete (503) why, with a link to the same address. Once the scripts run, the
 * lists load themselves and report what fails.
 */
export function IncompleteNotice() {
  const isHydrated = useHydrated();
  const isIncomplete = useQueryClient().getQueryData(incompleteKey);
  if (isHydrated || !isIncomplete) return null;
  return (
    <div role="alert" className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <p className="mb-2">Part of this page couldn&rsquo;t be loaded because the server is busy.</p>
      <TryAgain size="small" onTry={() => window.location.reload()} />
    </div>
  );
}

import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { TryAgain } from '#app/ui/try-again.tsx';
import * as words from '#messages/layout.ts';
import { retryNow, useIsOffline } from './network-state.ts';

/** Shows that the next page waits for the connection. The current page stays readable. */
export function NoConnectionNotice() {
  const isLost = useIsOffline();
  const isPageLoading = useRouterState({ select: (state) => state.status === 'pending' });
  const pendingCounts = useIsFetching({ queryKey: ['counts'], predicate: ({ state }) => state.data === undefined });
  return (
    // Rendered from the start, because only changes inside a live region are read out.
    <output className="no-print pointer-events-none fixed inset-x-0 bottom-0 z-30 block p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {isLost && (isPageLoading || pendingCounts > 0) && (
        <span className="pointer-events-auto mx-auto flex max-w-lg flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-card py-2 ps-4 pe-2 shadow-float">
          <NoConnectionWords />
          <TryAgain size="small" onTry={retryNow} />
        </span>
      )}
    </output>
  );
}

/**
 * Replaces a list that waits for a connection. `onTry` loads the list again if it has already failed and no request is
 * waiting.
 */
export function NoConnection({ onTry = retryNow }: { onTry?: () => unknown }) {
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-6 gap-y-4 rounded-card border border-dashed border-edge/60 px-6 py-10">
      <NoConnectionWords />
      <TryAgain onTry={onTry} />
    </output>
  );
}

function NoConnectionWords() {
  return (
    <span className="min-w-0 flex-1 basis-52">
      <span className="block font-medium">{words.noConnection}</span>
      <span className="block text-sm text-muted">{words.loadsWhenOnline}</span>
    </span>
  );
}

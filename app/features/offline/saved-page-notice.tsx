import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { keptIndex } from '#app/features/offline-files/kept-index.ts';
import { readEntries } from '#app/features/my-reading/stored-entries.ts';
import { retryNow, useIsOffline } from '#app/features/layout/network-state.ts';
import { TryAgain } from '#app/ui/try-again.tsx';
import { forgetSavedAt, watchSavedAnswers, readSavedAt, watchSavedAt } from './saved-page.ts';
import { saveWhatIsNeeded, startWorker } from './start-worker.ts';

watchSavedAnswers();
void startWorker();
if (readEntries(keptIndex).size > 0)
  void import('#app/features/offline-files/follow-kept.ts').then(({ followKept }) => followKept()).catch(() => {});

/** Shows that the page is a stored copy, and the age of the copy. */
export function SavedPageNotice() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const savedAt = useSyncExternalStore(watchSavedAt, readSavedAt);
  const isLost = useIsOffline();
  const wanted = useRouterState({ select: (state) => state.location.href });
  const isPageLoading = useRouterState({ select: (state) => state.status === 'pending' });
  const isListMissing = useIsFetching({ queryKey: ['materials'], predicate: isMissingList }) > 0;

  useEffect(
    function followNavigation() {
      return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) forgetSavedAt();
      });
    },
    [router],
  );

  useEffect(saveWhatIsNeeded, [wanted]);

  useEffect(
    function openAsItWasSaved() {
      if (isLost && (isPageLoading || isListMissing)) openAsSaved(wanted);
    },
    [isLost, isPageLoading, isListMissing, wanted],
  );

  function askAgain() {
    forgetSavedAt({ evenNew: true });
    retryNow();
    void queryClient.invalidateQueries();
  }

  useEffect(function askAgainWhenOnline() {
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  });

  return (
    <>
      {/* Space, so that the notice covers nothing at the end of the page. */}
      {savedAt !== null && <div aria-hidden="true" className="no-print h-24" />}
      <output className="no-print pointer-events-none fixed inset-x-0 bottom-0 z-20 block p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {savedAt !== null && (
          <span className="pointer-events-auto mx-auto flex max-w-lg flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-card py-2 pr-2 pl-4 shadow-float">
            <span className="min-w-0 flex-1 basis-52 text-sm">
              {navigator.onLine ? 'The library isn’t responding.' : 'You are offline.'} This is the page as of{' '}
              <time dateTime={new Date(savedAt).toISOString()}>{writeTime(savedAt)}</time>.
            </span>
            <TryAgain size="small" onTry={askAgain} />
          </span>
        )}
      </output>
    </>
  );
}

/**
 * Loads the page from the stored copy. The service worker stores this code with the code of all pages
 * (scripts/build-service-worker.mjs); with a connection it is never needed.
 */
function openAsSaved(address: string): void {
  import('./open-saved-page.ts').then(
    ({ openSavedPage }) => openSavedPage(address),
    () => {},
  );
}

/** True if a list of the page is not loaded yet. Search results don't count: they depend on the typed text. */
function isMissingList({ queryKey, state }: Query): boolean {
  return state.data === undefined && queryKey[1] !== 'search';
}

function writeTime(moment: number): string {
  return new Date(moment).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { retryNow, useIsOffline } from '#app/features/layout/network-state.ts';
import { readEntries } from '#app/features/my-reading/stored-entries.ts';
import { savedIndex } from '#app/features/offline-files/saved-index.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { api, pages } from '#contract/addresses.ts';
import * as words from '#messages/offline.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { serviceWorkerOf } from '#contract/languages.ts';
import { tag } from '#messages/language.ts';

/**
 * Registers the service worker, unless the page belongs to administrators, and makes it store what this page loaded
 * before. Errors are not reported: the page works without the worker.
 */
async function startWorker(): Promise<void> {
  if ([pages.login(), pages.admin()].map(localAddress).includes(location.pathname)) return;
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  try {
    await serviceWorker.register(serviceWorkerOf(tag), { scope: localAddress(pages.home()), updateViaCache: 'none' });
    const { active } = await serviceWorker.ready;
    if (isFirst) active?.postMessage({ type: 'unsaved', addresses: listLoaded() }, []);
    active?.postMessage({ type: 'needed', addresses: listNeeded() }, []);
    active?.postMessage({ type: 'opened' }, []);
  } catch {
    // For example in a private window, or when there was no space.
  }
}

/** Maximum number of addresses to store; the first page loads fewer. */
const maxAddresses = 60;

/** Returns the addresses of this page, of its code, and of the data that it has requested from the server. */
function listLoaded(): string[] {
  const [page, ...read] = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource').filter(({ name }) => isSaved(name)),
  ].map(({ name }) => name);
  return [...new Set([page ?? location.href, ...read])].slice(0, maxAddresses);
}

const isSaved = (address: string) =>
  ['/v1/', '/assets/'].some((folder) => address.startsWith(location.origin + folder));

let savedFor: string | null = null;

/**
 * Makes the service worker store the data that the pages of this faculty need besides their lists. Call on every page.
 */
function saveWhatIsNeeded(): void {
  const needed = listNeeded();
  const key = needed.join(' ');
  if (key === savedFor) return;
  savedFor = key;
  navigator.serviceWorker.controller?.postMessage({ type: 'needed', addresses: needed }, []);
}

/**
 * Returns the addresses of data that came with the page's HTML, or that a page opened within the site has in memory:
 * without this data the page would not open offline. A few kilobytes for a faculty.
 */
function listNeeded(): string[] {
  const [, facultyId] = /^(?:\/\w+)?\/faculty\/([^/]+)/.exec(location.pathname) ?? [];
  const id = facultyId && decodeURIComponent(facultyId);
  const ofFaculty = id === undefined ? [] : [api.faculty(id, tag), api.counts(id)];
  return [api.site(tag), api.faculties(tag), ...ofFaculty].map((path) => location.origin + path);
}

/**
 * Tracks whether this page shows stored data, and the age of that data. The service worker marks a stored page
 * (app/service-worker/worker-pages.ts) and sends a message with every stored response.
 */

/** Time within which a prefetched response belongs to the page that is opened. */
const aheadMs = 5000;

let savedAt: number | null = null;
let heardAt = Number.NEGATIVE_INFINITY;
const watchers = new Set<() => void>();

function change(next: number | null): void {
  if (next === savedAt) return;
  savedAt = next;
  for (const watcher of watchers) watcher();
}

/** Returns the time of the oldest stored data on this page, in milliseconds since 1970; null if all is current. */
function readSavedAt(): number | null {
  return savedAt;
}

function watchSavedAt(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Call when another page is opened, or everything is requested again. */
function forgetSavedAt({ evenNew = false } = {}): void {
  if (evenNew || performance.now() - heardAt > aheadMs) change(null);
}

/** Starts to listen to the service worker. */
function watchSavedAnswers(): void {
  const marked = Number(document.documentElement.dataset['savedAt']);
  if (marked) change(marked);
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: string; savedAt?: number }>) => {
    if (data?.type !== 'saved-answer' || !data.savedAt) return;
    heardAt = performance.now();
    change(Math.min(savedAt ?? data.savedAt, data.savedAt));
  });
  navigator.serviceWorker.startMessages();
  // Requests messages from before this code was loaded.
  navigator.serviceWorker.controller?.postMessage({ type: 'listening' }, []);
}

watchSavedAnswers();
void startWorker();
if (readEntries(savedIndex).size > 0)
  void import('#app/features/offline-files/follow-saved.ts').then(({ followSaved }) => followSaved()).catch(() => {});

/**
 * Says above the page that it was opened without a connection, and its age if it is a stored copy. On Home, the saved materials
 * follow.
 */
export function SavedPageNotice() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const savedAt = useSyncExternalStore(watchSavedAt, readSavedAt);
  const isLost = useIsOffline();
  const wanted = useRouterState({ select: (state) => state.location.href });
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const isPageLoading = useRouterState({ select: (state) => state.status === 'pending' });
  const isListMissing = useIsFetching({ queryKey: ['materials'], predicate: isMissingList }) > 0;
  const opened = useOpened(path);

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
    opened.setOnline();
    retryNow();
    void queryClient.invalidateQueries();
  }

  useEffect(function askAgainWhenOnline() {
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  });

  const isWithout = savedAt !== null || opened.isOffline;
  // One message for a page: a list or a page that waits for the connection has its own.
  const hasOther = path === pages.offline() || (isLost && (isPageLoading || isListMissing));
  return (
    <>
      {/* Rendered from the start, because only changes inside a live region are read out. */}
      <output className="no-print mx-auto block max-w-page px-4 sm:px-6" data-offline-message="">
        {isWithout && !hasOther && !opened.isDismissed && (
          <span className="flex min-h-18 items-center gap-x-3 border-b border-hairline py-1 text-sm text-muted">
            <span className="min-w-0 flex-1">
              {navigator.onLine ? words.notResponding : words.offline}
              {savedAt !== null && (
                <>
                  {' '}
                  {words.pageAsOf(
                    <time key="time" dateTime={new Date(savedAt).toISOString()}>
                      {words.dateAndTime(savedAt)}
                    </time>,
                  )}
                </>
              )}
            </span>
            <TryAgain size="small" variant="ghost" onTry={askAgain} />
            <button
              type="button"
              className={`${buttonStyle('ghost', 'icon')} -me-2`}
              aria-label={words.dismiss}
              onClick={() => {
                opened.dismiss();
                document.getElementById('content')?.focus({ preventScroll: true });
              }}
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </span>
        )}
      </output>
      {path === pages.home() && <HomeStart isWithout={isWithout || isLost} />}
    </>
  );
}

/** Facts of the page that is open: if it was opened without a connection, and if its message was dismissed. */
function useOpened(path: string) {
  const opening = () => ({ path, isOffline: !navigator.onLine, isDismissed: false });
  const [state, setState] = useState(opening);
  if (state.path !== path) setState(opening());
  return {
    ...state,
    dismiss: () => setState((before) => ({ ...before, isDismissed: true })),
    setOnline: () => setState((before) => ({ ...before, isOffline: false })),
  };
}

/** Shows the saved materials at the start of Home. They stay until Home is left, so that nothing moves. */
function HomeStart({ isWithout }: { isWithout: boolean }) {
  const [Saved, setSaved] = useState<ComponentType | null>(null);
  useEffect(
    function loadSaved() {
      if (!isWithout || Saved) return;
      import('./saved-on-home.tsx').then(
        ({ SavedOnHome }) => setSaved(() => SavedOnHome),
        () => {},
      );
    },
    [isWithout, Saved],
  );
  return Saved && <Saved />;
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

import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { retryNow, useIsOffline } from '#app/features/layout/network-state.ts';
import { readEntries } from '#app/features/my-reading/stored-entries.ts';
import { keptIndex } from '#app/features/offline-files/kept-index.ts';
import { TryAgain } from '#app/ui/try-again.tsx';
import { api, pages } from '#contract/addresses.ts';

/**
 * Registers the service worker, unless the page belongs to administrators, and makes it store what this page loaded before there
 * was a worker. Errors are not reported: the page works without it.
 */
async function startWorker(): Promise<void> {
  if ([pages.login(), pages.admin()].includes(location.pathname)) return;
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  try {
    await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await serviceWorker.ready;
    if (isFirst) active?.postMessage({ type: 'unsaved', addresses: listLoaded() }, []);
    active?.postMessage({ type: 'needed', addresses: listNeeded() }, []);
    active?.postMessage({ type: 'opened' }, []);
  } catch {
    // For example in a private window, or when there was no space.
  }
}

/** Most addresses to store; the first page loads fewer. */
const maxAddresses = 60;

/** Returns the addresses of this page, of its code, and of the data that it has read from the contract. */
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

/** Call on every page: makes the worker store the data that the pages of its faculty need besides their lists. */
function saveWhatIsNeeded(): void {
  const needed = listNeeded();
  const key = needed.join(' ');
  if (key === savedFor) return;
  savedFor = key;
  navigator.serviceWorker.controller?.postMessage({ type: 'needed', addresses: needed }, []);
}

/**
 * Returns the addresses of data that a page loaded by the server received with its HTML, or that a page opened within the site
 * has in memory: without them that page would not open again. A few kilobytes for a faculty.
 */
function listNeeded(): string[] {
  const [, facultyId] = /^\/faculty\/([^/]+)/.exec(location.pathname) ?? [];
  const id = facultyId && decodeURIComponent(facultyId);
  const ofFaculty = id === undefined ? [] : [api.faculty(id), api.counts(id)];
  return [api.site(), api.faculties(), ...ofFaculty].map((path) => location.origin + path);
}

/**
 * Tracks whether this page shows stored data, and its age. The service worker marks a stored page (app/service-worker/worker-pages.ts)
 * and sends a message with every stored response.
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
if (readEntries(keptIndex).size > 0)
  void import('#app/features/offline-files/follow-kept.ts').then(({ followKept }) => followKept()).catch(() => {});

/** Shows that the page is a copy stored on the device, and its age. */
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
              {navigator.onLine ? 'The library does not answer.' : 'You are offline.'} This is the page as of{' '}
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
 * Loads the page from the stored copy. This code is stored with the code of all pages (scripts/build-service-worker.mjs), and is
 * not needed with a connection.
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

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
export function readSavedAt(): number | null {
  return savedAt;
}

export function watchSavedAt(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Call when another page is opened, or everything is requested again. */
export function forgetSavedAt({ evenNew = false } = {}): void {
  if (evenNew || performance.now() - heardAt > aheadMs) change(null);
}

/** Starts to listen to the service worker. */
export function watchSavedAnswers(): void {
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

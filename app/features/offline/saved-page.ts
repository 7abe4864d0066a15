/**
 * Whether this page shows what the device had stored, and how old that is. The service worker marks a stored page
 * (app/service-worker/pages.ts) and sends a message with every stored answer.
 */

/** An answer that a touch or the pointer had fetched ahead belongs to the page that is opened within this time. */
const aheadMs = 5000;

let savedAt: number | null = null;
let heardAt = Number.NEGATIVE_INFINITY;
const watchers = new Set<() => void>();

function change(next: number | null): void {
  if (next === savedAt) return;
  savedAt = next;
  for (const watcher of watchers) watcher();
}

/** The time of the oldest thing on this page that was stored, in milliseconds since 1970; null if all is current. */
export function readSavedAt(): number | null {
  return savedAt;
}

export function watchSavedAt(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** To be called when another page is opened, or everything is asked for again. */
export function forgetSavedAt({ evenNew = false } = {}): void {
  if (evenNew || performance.now() - heardAt > aheadMs) change(null);
}

/** Begins to listen to the service worker. */
export function hearSavedAnswers(): void {
  const marked = Number(document.documentElement.dataset['savedAt']);
  if (marked) change(marked);
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: string; savedAt?: number }>) => {
    if (data?.type !== 'saved-answer' || !data.savedAt) return;
    heardAt = performance.now();
    change(Math.min(savedAt ?? data.savedAt, data.savedAt));
  });
  navigator.serviceWorker.startMessages();
  // What came before this code was loaded.
  navigator.serviceWorker.controller?.postMessage({ type: 'listening' }, []);
}

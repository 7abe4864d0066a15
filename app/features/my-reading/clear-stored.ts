import {
  clearedOf,
  localKeys,
  storedCaches,
  tabKeys,
  type DatabaseName,
  type LocalKey,
} from '#contract/browser-storage.ts';
import { localItems, tabItems, type StoredItems } from '#app/features/layout/stored-items.ts';
import { readReadingFile, writeReadingFile } from './reading-file.ts';

/** Database in which the service worker's cache library stores when each address of a cache was used. */
const usesName = 'workbox-expiration' satisfies DatabaseName;

/**
 * Removes everything that this browser stored about reading and searching, as listed in contract/browser-storage.ts.
 * `restore` writes the entries back, but not the copies of pages. `done` resolves to false if some copies could not be
 * removed.
 */
export function clearStored(): { restore(): void; done: Promise<boolean> } {
  const reading = writeReadingFile();
  const removed = removeAll(localItems, clearedOf(localKeys));
  removeAll(tabItems, clearedOf(tabKeys));
  // The router writes again when the page is left. This listener runs after the router's.
  addEventListener('pagehide', () => removeAll(tabItems, clearedOf(tabKeys)), { once: true });
  announce();
  return {
    restore() {
      // Merges with entries that were stored in the meantime.
      readReadingFile(reading);
      for (const [key, text] of removed) put(key, text);
      announce();
    },
    done: clearCopies().then(
      () => true,
      () => false,
    ),
  };
}

function removeAll<Key extends string>(items: StoredItems<Key>, keys: readonly Key[]): Map<Key, string> {
  const removed = new Map<Key, string>();
  try {
    for (const key of keys) {
      const text = items.getItem(key);
      if (text !== null) removed.set(key, text);
      items.removeItem(key);
    }
  } catch {
    // Storage is not accessible, so nothing is stored there.
  }
  return removed;
}

function put(key: LocalKey, text: string): void {
  try {
    if (localItems.getItem(key) === null) localItems.setItem(key, text);
  } catch {
    // Storage is not accessible or full.
  }
}

/** Updates this page. A null key announces that many entries have changed, as when another tab clears all of them. */
function announce(): void {
  dispatchEvent(new StorageEvent('storage', { key: null }));
}

/** Deletes the cached pages, lists, searches and pictures, and the times at which their addresses were used. */
async function clearCopies(): Promise<void> {
  // Only pages with https have it.
  if (!globalThis.caches) return;
  const names = clearedOf(storedCaches);
  await Promise.all(names.map((name) => caches.delete(name)));
  if (!(await hasUses())) return;
  const { openDB } = await import('idb');
  // Deleting the database itself would wait for the service worker, which has it open.
  const uses = await openDB(usesName);
  try {
    const { store, done } = uses.transaction('cache-entries', 'readwrite');
    for (const name of names) {
      const ids = await store.index('cacheName').getAllKeys(name);
      await Promise.all(ids.map((id) => store.delete(id)));
    }
    await done;
  } finally {
    uses.close();
  }
}

/**
 * Returns false before the service worker has stored anything: opening the database would then create it without its
 * tables.
 */
async function hasUses(): Promise<boolean> {
  if (typeof indexedDB.databases === 'function')
    return (await indexedDB.databases()).some(({ name }) => name === usesName);
  // Firefox 115 can't list them. There it is opened, but not created, because that is aborted.
  return new Promise((resolve) => {
    const opening = indexedDB.open(usesName);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve(true);
    });
    opening.addEventListener('error', (event) => {
      event.preventDefault();
      resolve(false);
    });
  });
}

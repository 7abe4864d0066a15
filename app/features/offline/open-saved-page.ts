import { cacheNames } from '#contract/browser-storage.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { storedPageKey } from './page-key.ts';

/**
 * Opens the stored copy of a page, if there is one. Shows a page within the site from its data, because some copies
 * have only the HTML. Does nothing if the page already shows its stored copy.
 */
export async function openSavedPage(href: string): Promise<void> {
  const url = new URL(localAddress(href), location.origin);
  const key = storedPageKey(url);
  const isShown =
    document.documentElement.dataset['savedAt'] !== undefined &&
    performance.getEntriesByType('navigation').some(({ name }) => storedPageKey(new URL(name)) === key);
  if (key === null || isShown || !(await caches.has(cacheNames.pages))) return;
  const found = await (await caches.open(cacheNames.pages)).match(key, { ignoreVary: true });
  if (found) location.assign(url);
}

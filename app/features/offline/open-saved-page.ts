import { cacheNames } from '#contract/browser-storage.ts';
import { knownQuery } from '#contract/page-parameters.ts';

/**
 * Opens the stored copy of a page, if there is one. Shows a page within the site from its data, because some copies
 * have only the HTML. Does nothing if the page already shows its stored copy.
 */
export async function openSavedPage(href: string): Promise<void> {
  const url = new URL(href, location.origin);
  const isShown =
    document.documentElement.dataset['savedAt'] !== undefined &&
    performance.getEntriesByType('navigation').some(({ name }) => keyOf(new URL(name)) === keyOf(url));
  if (isShown || !(await caches.has(cacheNames.pages))) return;
  const found = await (await caches.open(cacheNames.pages)).match(keyOf(url), { ignoreVary: true });
  if (found) location.assign(url);
}

function keyOf({ origin, pathname, search }: URL): string {
  return origin + pathname + (knownQuery(pathname, search) ?? '');
}

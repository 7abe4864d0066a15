/** What is shared: the name of a page and its whole address. */
export type Shared = { title: string; url: string };

/**
 * Offers a page to the system's own way of sharing. Returns false if the browser has none or cannot share this, so that
 * something else has to be offered; true also if the person closed it without sharing.
 */
export async function shareWithSystem(shared: Shared): Promise<boolean> {
  const data: ShareData = { title: shared.title, url: shared.url };
  if (typeof navigator.share !== 'function' || navigator.canShare?.(data) === false) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

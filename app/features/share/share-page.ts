/** A shared page: its name and its full address. */
export type Shared = { title: string; url: string };

/**
 * Opens the system's own way of sharing. Returns false if the browser has none or can't share this, so that something else has to
 * be offered; also true if the user closed it without sharing.
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

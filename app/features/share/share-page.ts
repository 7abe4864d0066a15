/** A shared page: its name and its full address. */
export type Shared = { title: string; url: string };

/**
 * Opens the system's share dialog. Returns false if the browser has none or can't share this page, so that the caller
 * has to offer something else. Returns true if the user closed the dialog without sharing.
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

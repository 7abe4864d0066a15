import { api, pages } from '#contract/addresses.ts';

/**
 * Registers the service worker, unless the page belongs to administrators, and makes it store what this page loaded
 * before. Errors are not reported: the page works without the worker.
 */
export async function startWorker(): Promise<void> {
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
export function saveWhatIsNeeded(): void {
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
  const [, facultyId] = /^\/faculty\/([^/]+)/.exec(location.pathname) ?? [];
  const id = facultyId && decodeURIComponent(facultyId);
  const ofFaculty = id === undefined ? [] : [api.faculty(id), api.counts(id)];
  return [api.site(), api.faculties(), ...ofFaculty].map((path) => location.origin + path);
}

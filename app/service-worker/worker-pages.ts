import { pages } from '#contract/addresses.ts';
import { knownQuery } from '#contract/page-parameters.ts';
import { cacheNames } from '#contract/browser-storage.ts';
import { savedAtOf } from './save-answers.ts';
import { findSavedAnswer } from './saved-answers.ts';
import { createSavedAnswers } from './network-first.ts';
import { answerInTime } from './network-patience.ts';

/** Stored pages. A page is some 100 KB of HTML: 60 of them are usually a few megabytes, at the very most 30 MB. */
const savedPages = createSavedAnswers({
  cacheName: cacheNames.pages,
  maxEntries: 60,
  maxBytes: 512 * 1024,
  keyOf: pageKey,
});

/** Pages that the worker never intercepts. */
const ownPages: ReadonlySet<string> = new Set([pages.login(), pages.admin(), pages.paperFrame()]);

/** True if the address is that of a page that is the same for everybody. */
export function isVisitorsPage({ pathname, search }: URL): boolean {
  return !ownPages.has(pathname) && knownQuery(pathname, search) !== null;
}

/** Returns the address of a page without parameters that don't change it. */
function pageKey(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname + (knownQuery(url.pathname, url.search) ?? '');
}

/** Responds with a page: from the server, else the stored one, else the offline page. */
export async function answerPage({ event, request, url }: { event: ExtendableEvent; request: Request; url: URL }) {
  if (url.pathname === pages.offline()) return (await fixedPage(pages.offline())) ?? fetch(request);
  if (url.pathname === pages.saved()) {
    return answerInTime(
      () => fetch(request),
      async () => (await fixedPage(pages.saved())) ?? null,
    );
  }
  try {
    const response = await answerInTime(
      () => savedPages.handle({ event, request }),
      () => findSavedAnswer(new URL(pageKey(request.url))),
    );
    const savedAt = savedAtOf(response);
    if (savedAt === null) return response;
    const page = await asSaved(response, savedAt);
    if (page) return page;
  } catch {
    // There is no response, and nothing is stored.
  }
  if (!(await fixedPage(pages.offline()))) return plainPage();
  return Response.redirect(`${pages.offline()}?for=${encodeURIComponent(url.pathname + url.search)}`);
}

/** Stores a page that was opened before this worker controlled it. */
export async function savePage(event: ExtendableEvent, request: Request): Promise<void> {
  await savedPages.handle({ event, request });
}

/**
 * Returns the stored page, marked with the time at which it was stored, which the page then shows
 * (app/features/offline/). Null if its code no longer exists because it was stored several builds ago.
 */
async function asSaved(response: Response, savedAt: number): Promise<Response | null> {
  const html = await response.text();
  const needed = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  for (const file of needed) {
    if (!(await caches.match(file, { ignoreVary: true }))) return null;
  }
  return new Response(html.replace('<html', `<html data-saved-at="${savedAt}"`), {
    status: response.status,
    headers: response.headers,
  });
}

/** Returns one of the pages that were stored when the worker was installed. */
async function fixedPage(path: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheNames.fixed);
  return cache.match(path, { ignoreVary: true });
}

/** Responds when the browser has evicted everything else. */
function plainPage(): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>You are offline</title><h1>You are offline</h1><p>This page isn’t on this device.</p>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

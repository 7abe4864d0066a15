import { pages } from '#contract/addresses.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { storedPageKey } from '#app/features/offline/page-key.ts';
import { cacheNames } from '#contract/browser-storage.ts';
import { savedAtOf } from './save-answers.ts';
import { findSavedAnswer } from './saved-answers.ts';
import { createSavedAnswers } from './network-first.ts';
import { answerInTime } from './network-patience.ts';
import { direction, tag } from '#messages/language.ts';
import * as words from '#messages/service-worker.ts';

/** Stored pages. A page is some 100 KB of HTML: 60 of them are usually a few megabytes, at the very most 30 MB. */
const savedPages = createSavedAnswers({
  cacheName: cacheNames.pages,
  maxEntries: 60,
  maxBytes: 512 * 1024,
  keyOf: (address) => storedPageKey(new URL(address)) ?? address,
});

/** Pages that the worker never intercepts. */
const ownPages: ReadonlySet<string> = new Set([pages.login(), pages.admin(), pages.paperFrame()].map(localAddress));

/** True if the address is that of a page that is the same for everybody. */
export function isVisitorsPage(url: URL): boolean {
  return !ownPages.has(url.pathname) && storedPageKey(url) !== null;
}

/** Responds with a page: from the server, else the stored one, else the offline page. */
export async function answerPage({ event, request, url }: { event: ExtendableEvent; request: Request; url: URL }) {
  const offlinePage = localAddress(pages.offline());
  const savedPage = localAddress(pages.saved());
  if (url.pathname === offlinePage) return (await fixedPage(offlinePage)) ?? fetch(request);
  if (url.pathname === savedPage) {
    return answerInTime(
      () => fetch(request),
      async () => (await fixedPage(savedPage)) ?? null,
    );
  }
  try {
    const response = await answerInTime(
      () => savedPages.handle({ event, request }),
      () => findSavedAnswer(new URL(storedPageKey(url) ?? url)),
    );
    const savedAt = savedAtOf(response);
    if (savedAt === null) return response;
    const page = await asSaved(response, savedAt);
    if (page) return page;
  } catch {
    // There is no response, and nothing is stored.
  }
  if (!(await fixedPage(offlinePage))) return plainPage();
  return Response.redirect(`${offlinePage}?for=${encodeURIComponent(url.pathname + url.search)}`);
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
  const needed = new Set(html.match(/\/assets\/[\w./-]+\.(?:js|css)/g));
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
  const html = `<!doctype html><html lang="${tag}" dir="${direction}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.offline}</title><h1>${words.offline}</h1><p>${words.notOnDevice}</p>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

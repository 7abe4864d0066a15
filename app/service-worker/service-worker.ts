import { registerRoute } from 'workbox-routing';
import { pages } from '#contract/addresses.ts';
import { answerPicture, answerRead, resendSavedAt } from './worker-answers.ts';
import { answerPaperFrame, isFramed } from './frames.ts';
import { answerSavedFile, isSavedFileRequest } from './saved-files.ts';
import { answerPage, isVisitorsPage, savePage } from './worker-pages.ts';
import { isPicture, isPublicRead } from './public-reads.ts';
import { answerCode, dropOldShells, installShell, storeReader } from './shell.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/**
 * The service worker: opened pages stay readable without a connection (docs/decisions/0040-offline.md). Requests that match no
 * route below go to the network as without a worker: writes, accounts, the panel, files.
 */

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(installShell(event)));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await dropOldShells();
      // The page that installed the first worker. Later workers start when no page needs the one before.
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  const { data } = event as ExtendableMessageEvent & { data: { type?: string; addresses?: string[] } };
  if (data?.type === 'start') event.waitUntil(self.skipWaiting());
  if (data?.type === 'listening' && event.source instanceof Client) resendSavedAt(event.source);
  if (data?.type === 'opened') event.waitUntil(startNewVersion());
  // Pages of earlier builds send this name.
  if (data?.type === 'keeping') event.waitUntil(storeForSaving(event));
  if (data?.type === 'needed') event.waitUntil(save(event, data.addresses ?? [], 'default'));
  if (data?.type === 'unsaved') event.waitUntil(save(event, data.addresses ?? [], 'force-cache'));
});

/**
 * Stores responses that a page will need, or that it loaded before there was a worker: the browser still has their
 * bytes (`force-cache`).
 */
async function save(event: ExtendableEvent, addresses: readonly string[], cache: RequestCache): Promise<void> {
  const saved = addresses.map(async (address) => {
    const url = new URL(address);
    const request = new Request(url, { cache, headers: { accept: acceptedOf(url) } });
    if (url.origin !== location.origin) return;
    if (url.pathname.startsWith('/assets/')) await answerCode({ event, request });
    else if (isVisitorsPage(url)) await savePage(event, request);
    else if (isPublicRead(url, request)) await answerRead({ event, request });
  });
  await Promise.allSettled(saved);
}

/** Stores the code of the reader, and reports whether it is stored. */
async function storeForSaving({ ports }: ExtendableMessageEvent): Promise<void> {
  const isStored = await storeReader().then(
    () => true,
    () => false,
  );
  ports[0]?.postMessage(isStored);
}

/** Returns the `accept` header that the page sent. */
function acceptedOf({ pathname }: URL): string {
  return pathname.startsWith('/v1/') ? 'application/json' : 'text/html';
}

/**
 * Starts a new version of the worker. It waits while pages of the previous version are open, and starts once a page was
 * opened and no other tab is left: with a connection that page already has the new version, and without one its code
 * still exists.
 */
async function startNewVersion(): Promise<void> {
  const { waiting } = self.registration;
  if (!waiting) return;
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length <= 1) waiting.postMessage({ type: 'start' }, []);
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === localAddress(pages.paperFrame()),
  ({ request }) => answerPaperFrame(request),
);

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && isFramed(request),
  async () => Response.error(),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isVisitorsPage(url),
  ({ event, request, url }) => answerPage({ event, request, url }),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isSavedFileRequest(url, request),
  ({ request, url }) => answerSavedFile({ request, url }),
);

registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && (url.pathname.startsWith('/assets/') || url.pathname === '/content/accent.css'),
  ({ event, request }) => answerCode({ event, request }),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isPublicRead(url, request),
  ({ event, request }) => answerRead({ event, request }),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isPicture(url, request),
  ({ event, request }) => answerPicture({ event, request }),
);

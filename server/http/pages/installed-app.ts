import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { pages } from '#contract/addresses.ts';
import { inLanguage, type InEveryLanguage, type Language } from '#contract/languages.ts';
import * as english from '#languages/en/installed-app.ts';
import * as nepali from '#languages/ne/installed-app.ts';
import { cachePrefix, type DatabaseName } from '#contract/browser-storage.ts';
import type { Site } from '#contract/shelf.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

const messages: InEveryLanguage<typeof english> = { en: english, ne: nepali };

/** Returns the manifest by which the library can be installed as an app. It opens in the language. */
export function appManifest(site: Pick<Site, 'name' | 'logo'>, language: Language): object {
  const words = messages[language];
  return {
    name: site.name,
    short_name: site.name,
    description: words.description,
    // The same app in every language.
    id: pages.home(),
    start_url: inLanguage(language, pages.home()),
    scope: '/',
    display: 'standalone',
    lang: language,
    dir: 'ltr',
    categories: ['education', 'books'],
    // The paper of the light theme; the pages name the colours of both themes themselves.
    background_color: '#fbfaf6',
    theme_color: '#fbfaf6',
    icons: site.logo === null ? shippedIcons : [{ src: site.logo, sizes: 'any', purpose: 'any' }, ...shippedIcons],
    shortcuts: [
      { name: words.search, url: inLanguage(language, pages.search()) },
      { name: words.library, url: inLanguage(language, pages.books()) },
    ],
  };
}

const shippedIcons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Policy of a worker: it may fetch from our own origin, and runs no other script. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** The database in which the worker notes when each stored address was used. */
const usesName = 'workbox-expiration' satisfies DatabaseName;

/**
 * Replaces an installed service worker, deletes its cached pages and their addresses, and removes itself. Offline
 * materials remain, in case the setting is turned on again. The database is deleted last, because that waits for the
 * replaced worker to end.
 */
const removingWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('${cachePrefix}')).map((name) => caches.delete(name)));
  await self.registration.unregister();
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase('${usesName}');
    deleting.onsuccess = deleting.onerror = resolve;
  });
})()));
`;

/**
 * Serves `/sw.js`. Browsers request it at every visit, so a proxy must not cache it. With `OFFLINE=off`, the response
 * removes the worker of every browser that returns.
 */
export function answerServiceWorker(setting: 'on' | 'off', folder: string): [MiddlewareHandler, MiddlewareHandler] {
  return [
    async (c, next) => {
      if (setting === 'off') c.res = c.body(removingWorker, 200, { 'content-type': 'text/javascript; charset=utf-8' });
      else await next();
      if (!c.res.ok) return;
      c.header('cache-control', cacheControl.revalidate);
      c.header('x-content-type-options', 'nosniff');
      c.header('content-security-policy', workerPolicy);
    },
    serveStatic({ root: folder, precompressed: true }),
  ];
}

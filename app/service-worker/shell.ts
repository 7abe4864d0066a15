import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController } from 'workbox-precaching';
import { CacheFirst } from 'workbox-strategies';
import { pages } from '#contract/addresses.ts';
import { hasSavedDatabase } from '#app/features/offline-files/saved-database.ts';
import { isCurrentBrowser } from '#app/features/reader/pdf/current-browser.ts';
import { cacheNames, cachePrefix } from '#contract/browser-storage.ts';
import { isThrifty, type Connection } from './thrift.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/**
 * Number of earlier builds whose code is retained: for pages that are still open, and for stored pages, which need the code that
 * they were made with. A build is less than a megabyte.
 */
const retainedBuilds = 2;

/** Matches the names of shells in this language, whose worker does not remove those of other languages. */
const ownShell = new RegExp(`^${cacheNames.shell}${BUILD_NAME.replace(/[0-9a-f]+$/, '')}[0-9a-f]+$`);

const shell = new PrecacheController({ cacheName: cacheNames.shell + BUILD_NAME });

/**
 * Connection of the device. With data saver or a slow connection, the code of other pages is fetched only when they are
 * opened.
 */
const { connection } = navigator as { connection?: Connection };
const files = isThrifty(connection) ? CORE_FILES : [...CORE_FILES, ...PAGE_FILES];
// The names of these files change with their content. The browser has most of them already, and does not fetch those
// again.
shell.addToCacheList(files.map((url) => ({ url, revision: null })));

/** Reader, decoders and fonts: 60 files of at most 4 MB, some 5 MB in all. */
const laterCode = new CacheFirst({
  cacheName: cacheNames.code,
  matchOptions: { ignoreVary: true },
  plugins: [
    { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
    new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true, matchOptions: { ignoreVary: true } }),
  ],
});

/**
 * Stores the code of this build, and everything else that pages always need. Fails as a whole, and is then retried at
 * the next visit.
 */
export async function installShell(event: ExtendableEvent): Promise<void> {
  await shell.install(event);
  if (await hasSavedDatabase()) await storeReader();
  const fixed = await caches.open(cacheNames.fixed);
  await fixed.addAll(
    [pages.offline(), pages.saved(), pages.paperFrame()].map(
      (page) => new Request(localAddress(page), { cache: 'no-cache' }),
    ),
  );
}

/**
 * Stores the code of the reader in advance, for users with offline materials; otherwise it is stored when the reader is
 * first opened.
 */
export async function storeReader(): Promise<void> {
  const cache = await caches.open(cacheNames.shell + BUILD_NAME);
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Of the two builds of pdf.js the browser uses one.
  const unused = isCurrentBrowser() ? /\/legacy-/ : /\/current-/;
  const needed = [...PAGE_FILES, ...READER_FILES].filter((file) => !held.has(file) && !unused.test(file));
  await cache.addAll(needed);
}

/** Evicts the code of builds that no page needs any more. Caches are listed in the order in which they were made. */
export async function dropOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => ownShell.test(name));
  const old = shells.filter((name) => name !== cacheNames.shell + BUILD_NAME).slice(0, -retainedBuilds);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Responds with stored code of any build: the address of a file changes with its content. */
export async function answerCode({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(cachePrefix)) continue;
    const held = await caches.match(request, { cacheName: name, ignoreVary: true });
    if (held) return held;
  }
  return laterCode.handle({ event, request });
}

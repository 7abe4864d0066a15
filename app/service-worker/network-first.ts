import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { isGone, savePublic } from './save-answers.ts';
import { patienceSeconds } from './network-patience.ts';

type Handling = { event: ExtendableEvent; request: Request };

type Options = {
  cacheName: string;
  /** Maximum number of stored responses; beyond it, the least recently used ones are evicted. */
  maxEntries: number;
  /** Larger responses are not stored. */
  maxBytes: number;
  /** Returns the address under which a response is stored. */
  keyOf?: (address: string) => string;
};

/** Responds from the server, or with an earlier response. */
export type SavedAnswers = {
  /**
   * Returns the server's response, or the stored one if the server fails (5xx) or can't be reached. Rejects if there is
   * neither.
   */
  handle(handling: Handling): Promise<Response>;
};

/** Creates a store limited in entries and bytes; emptied when the storage of the device is full. */
export function createSavedAnswers({
  cacheName,
  maxEntries,
  maxBytes,
  keyOf = (address) => address,
}: Options): SavedAnswers {
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: patienceSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      { cacheKeyWillBeUsed: async ({ request }) => keyOf(request.url) },
      savePublic(maxBytes),
      new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true, matchOptions: { ignoreVary: true } }),
    ],
  });
  return {
    async handle({ event, request }) {
      const response = await strategy.handle({ event, request });
      if (response.status < 500 && !isGone(response)) return response;
      const cache = await caches.open(cacheName);
      const key = keyOf(request.url);
      if (response.status >= 500) return (await cache.match(key, { ignoreVary: true })) ?? response;
      await cache.delete(key);
      return response;
    },
  };
}

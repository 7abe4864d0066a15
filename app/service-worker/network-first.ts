import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { isGone, keepPublic } from './keep-answers.ts';
import { patienceSeconds } from './patience.ts';

type Handling = { event: ExtendableEvent; request: Request };

type Options = {
  cacheName: string;
  /** The least recently used answers beyond this number are evicted. */
  maxEntries: number;
  /** Larger answers are not stored. */
  maxBytes: number;
  /** The address under which an answer is stored. */
  keyOf?: (address: string) => string;
};

/** Answers from the server, or with what it answered before. */
export type SavedAnswers = {
  /** The stored answer is returned as well when the server fails (5xx). Rejects when there is no answer at all. */
  handle(handling: Handling): Promise<Response>;
};

/** Bounded in entries and bytes; emptied when the storage of the device is full. */
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
      keepPublic(maxBytes),
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

import { rm } from 'node:fs/promises';
import type { DerivedPlace } from './derived-files.ts';
import type { CachedPicture, PictureCache } from './picture-cache.ts';
import type { SharedDerived } from './shared-derived.ts';

/** A cache of pictures on this machine, which also uses those that other nodes made. */
export interface SharedCache extends Omit<PictureCache, 'digests'> {
  /** Fetches a picture that is not in the cache, if another node has made it. */
  fetch(sha256: string, name: string): Promise<CachedPicture | null>;
  /** Lists the SHA-256 of every file that has pictures on this machine, or in the store of all nodes. */
  digests(place: DerivedPlace): AsyncIterable<string>;
}

/** Creates the cache. `shared` is null if there are no other nodes. */
export function createSharedCache(cache: PictureCache, shared: SharedDerived | null): SharedCache {
  async function* digests(place: DerivedPlace): AsyncGenerator<string> {
    if (place === 'here') yield* await cache.digests();
    else if (shared) yield* shared.digests();
  }

  if (!shared) return { ...cache, digests, fetch: async () => null };
  return {
    ...cache,

    async fetch(sha256, name) {
      const fetched = await shared.fetch(sha256, name);
      if (!fetched) return null;
      try {
        return await cache.keep(sha256, name, fetched);
      } finally {
        // The file still exists if it could not be moved.
        await rm(fetched, { force: true });
      }
    },

    async keep(sha256, name, made) {
      const cached = await cache.keep(sha256, name, made);
      shared.offer(sha256, name, cached.path);
      return cached;
    },

    async forget(sha256) {
      await Promise.all([cache.forget(sha256), shared.forget(sha256)]);
    },

    digests,
  };
}

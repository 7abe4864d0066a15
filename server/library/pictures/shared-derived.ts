import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { DerivedKind, DerivedObjects } from '#server/engines/storage/storage.ts';
import { within } from '#server/machinery/queues/within.ts';
import type { DerivedPlace } from './derived-files.ts';
import type { CachedPicture, PictureCache } from './picture-cache.ts';

/**
 * Derived files that other nodes made, in the store of all of them. Only a listing rejects: a file that cannot be fetched
 * from the store is made, and a node that needs a file which could not be stored makes it again.
 */
export interface SharedDerived {
  /** Writes it into a new file in the scratch folder, whose path it returns; null if there is none, or not in time. */
  fetch(sha256: string, name: string, limitMs?: number): Promise<string | null>;
  /** Puts a copy of the local file into the store, later. The file may be gone by then. */
  offer(sha256: string, name: string, file: string): void;
  /** Removes all of it, including pending uploads to the store. */
  forget(sha256: string): Promise<void>;
  /** Lists digests like DerivedObjects. Rejects if the store cannot be listed: unlisted files may exist then. */
  digests(): AsyncIterable<string>;
  /** Stores nothing more. */
  close(): Promise<void>;
}

/** Making a picture takes a tenth of a second: after this time it is made. */
const fetchMs = 2000;
/** Pause after a failure of the store, so that not every picture waits for it. */
const pauseMs = 30_000;
/** Maximum number of pending offers; beyond it, each node makes its own files. */
const maxOffered = 500;
const closeMs = 3000;

/**
 * Creates the access. `scratch` is a folder of this process alone, on the disk of the cache. Null without a store of all
 * nodes.
 */
export function createSharedDerived(parts: {
  objects: DerivedObjects | null;
  kind: DerivedKind;
  scratch: string;
  log: Logger;
}): SharedDerived | null {
  const { objects, kind, scratch, log } = parts;
  if (!objects) return null;
  let pausedUntil = 0;
  let isClosed = false;
  let offered = 0;
  /** Changes of the store, one after the other: a forgotten file is not stored afterwards. */
  let changing: Promise<void> = Promise.resolve();

  function noteFailure(error: unknown): null {
    pausedUntil = performance.now() + pauseMs;
    if (!isClosed) log.warn({ err: error, kind }, 'derived files could not be shared with other nodes');
    return null;
  }

  function change(work: () => Promise<void>): Promise<void> {
    changing = changing.then(work).catch(noteFailure).then(nothing);
    return changing;
  }

  async function fetchInto(store: DerivedObjects, sha256: string, name: string, file: string): Promise<boolean> {
    await mkdir(path.dirname(file), { recursive: true });
    return store.fetch(kind, sha256, name, file);
  }

  return {
    async fetch(sha256, name, limitMs = fetchMs) {
      if (isClosed || performance.now() < pausedUntil) return null;
      const file = path.join(scratch, `shared-${randomUUID()}`);
      const fetching = fetchInto(objects, sha256, name, file).catch(noteFailure);
      const found = await within<boolean | null | 'late'>(limitMs, fetching, 'late');
      if (found === 'late') {
        noteFailure(new Error(`the store did not respond within ${limitMs} ms`));
        void fetching.then(() => rm(file, { force: true })).catch(nothing);
      }
      return found === true ? file : null;
    },

    offer(sha256, name, file) {
      if (isClosed || offered >= maxOffered) return;
      offered += 1;
      void change(async () => {
        offered -= 1;
        if (isClosed || performance.now() < pausedUntil) return;
        await objects.put(kind, sha256, name, file).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      });
    },

    forget: (sha256) => change(() => objects.remove(kind, sha256)),
    digests: () => objects.digests(kind),

    async close() {
      isClosed = true;
      await within(closeMs, changing, undefined);
    },
  };
}

/** True if the local file was evicted or deleted meanwhile. */
function isMissing(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

function nothing(): void {}

/** A cache of pictures on this machine, backed by those that other nodes made. */
export interface SharedCache extends Omit<PictureCache, 'digests'> {
  /** Returns a picture that is not in the cache, if another node has made it. */
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
        // It still exists if it could not be moved.
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

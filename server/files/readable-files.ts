import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/changes.ts';
import type { Database, FileRecord } from '#server/database/database.ts';

/** A file that may be read; `isHidden` if only hidden materials show it, so that only administrators may. */
export type ReadableFile = { file: FileRecord; isHidden: boolean };

/** Which files may be read now. */
export interface ReadableFiles {
  /** The finished file, or null if it is missing, still arriving, or used only in the trash. */
  find(fileId: string): Promise<ReadableFile | null>;
}

/** A reader requests dozens of ranges of one file within seconds, each of which would need two queries. */
const maxCached = 500;
/** Changes by another process are seen after this time at the latest; those of this one at once. */
const cachedMs = 2000;

export function createReadableFiles({ database, changes }: { database: Database; changes: Changes }): ReadableFiles {
  const createCache = () => new LRUCache<string, ReadableFile>({ max: maxCached, ttl: cachedMs });
  let cache = createCache();
  changes.listen(() => {
    cache = createCache();
  });

  return {
    async find(fileId) {
      const known = cache.get(fileId);
      if (known) return known;
      const cacheAtStart = cache;
      const file = await database.files.find(fileId);
      if (!file?.isFinished) return null;
      const uses = await database.materials.usesOfFile(fileId);
      if (uses === 'trash') return null;
      const found = { file, isHidden: uses === 'hidden' };
      // If something changed meanwhile, this is no longer the current cache.
      cacheAtStart.set(fileId, found);
      return found;
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/changes.ts';
import type { Database, FileRecord } from '#server/database/database.ts';

/** Which files may be read now. */
export interface ReadableFiles {
  /** The finished file, or null when it is missing, still arriving, or used by nothing but trash. */
  find(fileId: string): Promise<FileRecord | null>;
}

/** A reader asks one file for dozens of ranges within seconds; each would be two queries. */
const maxCached = 500;
/** What another process changes is seen after this long at most; what this one changes, at once. */
const cachedMs = 2000;

export function createReadableFiles({ database, changes }: { database: Database; changes: Changes }): ReadableFiles {
  const createCache = () => new LRUCache<string, FileRecord>({ max: maxCached, ttl: cachedMs });
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
      if (!file?.isFinished || (await database.materials.usesOfFile(fileId)) === 'trash') return null;
      // If something changed since, this cache is no longer used, and an outdated record does no harm there.
      cacheAtStart.set(fileId, file);
      return file;
    },
  };
}

import { LRUCache } from 'lru-cache';
import { mayRead, readersFor } from '#contract/permissions.ts';
import { mayManage, type Actor } from '#domain/account.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database, FileRecord, FileUse } from '#server/engines/database/database.ts';

/** Decides who may read which file (docs/decisions/0008-permissions-are-kept-and-rule-reading.md). */
export interface ReadableFiles {
  /**
   * Returns the finished file; null if it is missing, still being uploaded, used only in the trash, or this actor may
   * not read it.
   */
  find(actor: Actor, fileId: string): Promise<FileRecord | null>;
}

/**
 * Maximum number of cached results. A reader requests dozens of ranges of one file within seconds, each of which would
 * need several queries.
 */
const maxCached = 500;
/** Maximum delay until changes by another process apply; those of this process apply immediately. */
const cachedMs = 2000;

export function createReadableFiles({ database, changes }: { database: Database; changes: Changes }): ReadableFiles {
  /** Creates the cache. Its keys have the file, and the roles for which its use was queried. */
  const createCache = () => new LRUCache<string, FileRecord>({ max: maxCached, ttl: cachedMs });
  let cache = createCache();
  changes.listen(() => {
    cache = createCache();
  });

  return {
    async find(actor, fileId) {
      const readers = readersFor(actor);
      const key = JSON.stringify([fileId, readers]);
      const known = cache.get(key);
      if (known) return known;
      const cacheAtStart = cache;
      const file = await database.files.find(fileId);
      if (!file?.isFinished || !isOpenTo(actor, file, await database.materials.usesOfFile(fileId, readers)))
        return null;
      // If something changed meanwhile, this is no longer the current cache.
      cacheAtStart.set(key, file);
      return file;
    },
  };
}

/**
 * True if both the file's own permissions and those of a material that uses it admit the actor. For a file that no
 * material has used yet, only its own permissions count; one that was replaced, or is staged, is only for
 * administrators.
 */
function isOpenTo(actor: Actor, file: FileRecord, use: FileUse): boolean {
  if (use === 'trash') return false;
  return mayManage(actor) || (use !== 'restricted' && mayRead(actor, file.permissions) && !file.isReleased);
}

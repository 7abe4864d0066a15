import { LRUCache } from 'lru-cache';

/** Maximum number of keys cached for the next search. At 8 bytes each, 16 MB. */
const maxKeysKnown = 2_000_000;

/** Caches the keys of found pages, by expression, until the index changes. */
export function createKnownKeys() {
  const known = new LRUCache<string, number[]>({ maxSize: maxKeysKnown, sizeCalculation: (keys) => keys.length + 1 });
  let knownVersion: unknown = null;
  return {
    /** Returns the cached keys. `version` differs after every change of the index. */
    get(match: string, version: unknown): number[] | undefined {
      if (version !== knownVersion) known.clear();
      knownVersion = version;
      return known.get(match);
    },
    set(match: string, keys: number[]): void {
      known.set(match, keys);
    },
  };
}

import { LRUCache } from 'lru-cache';

/** Keys that are kept for the next search, 8 bytes each: 16 MB. */
const maxKeysKnown = 2_000_000;

/** Keys of pages that were found before, by expression, until the index changes. */
export function createKnownKeys() {
  const known = new LRUCache<string, number[]>({ maxSize: maxKeysKnown, sizeCalculation: (keys) => keys.length + 1 });
  let knownVersion: unknown = null;
  return {
    /** `version` is another one after every change of the index. */
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

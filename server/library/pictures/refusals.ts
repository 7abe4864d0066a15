import { LRUCache } from 'lru-cache';

/** Remembers which pictures cannot be made, and the reasons, so that they are not tried again for every request. */
export interface Refusals {
  /** Returns the reason why that picture of the file can't be made; null if making it may be tried. */
  find(sha256: string, name: string): string | null;
  /** Refuses all pictures of a file, because it needs a password or is too large. */
  refuseFile(sha256: string, why: string): void;
  /** Refuses one picture. `isCostly` is true if making it timed out or crashed its process. */
  refusePicture(sha256: string, name: string, why: string, isCostly: boolean): void;
  forget(sha256: string): void;
}

/** Time after which a refused picture is tried again: it may have timed out because the machine was busy. */
const refusalMs = 60 * 60 * 1000;
/** Maximum number of files; beyond it, the one refused first is evicted. Each takes a few hundred bytes. */
const maxFiles = 2000;
const maxNames = 50;
/** Number of pictures that timed out or crashed after which no other picture of the file is tried. */
const maxCostly = 2;

type Entry = { until: number; why: string | null; names: Map<string, string>; costly: number };

export function createRefusals({ now = () => performance.now() }: { now?: () => number } = {}): Refusals {
  const entries = new LRUCache<string, Entry>({ max: maxFiles });

  function entryOf(sha256: string): Entry {
    const known = entries.peek(sha256);
    const entry = known && known.until > now() ? known : { until: 0, why: null, names: new Map(), costly: 0 };
    entry.until = now() + refusalMs;
    entries.set(sha256, entry);
    return entry;
  }

  return {
    find(sha256, name) {
      const entry = entries.peek(sha256);
      if (entry && entry.until <= now()) entries.delete(sha256);
      else if (entry) return entry.why ?? entry.names.get(name) ?? null;
      return null;
    },
    refuseFile(sha256, why) {
      entryOf(sha256).why = why;
    },
    refusePicture(sha256, name, why, isCostly) {
      const entry = entryOf(sha256);
      if (isCostly) entry.costly += 1;
      if (entry.costly >= maxCostly) entry.why = why;
      if (entry.names.size < maxNames) entry.names.set(name, why);
    },
    forget: (sha256) => void entries.delete(sha256),
  };
}

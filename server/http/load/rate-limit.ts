import { LRUCache } from 'lru-cache';

/** What a limit says of one try: the figures of the `X-RateLimit-*` headers. */
export type RateVerdict = {
  isExceeded: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds since 1970. */
  resetAt: number;
};

export type RateLimit = {
  /** Counts a try for the key, before it is known how it goes, so that tries at the same time count as well. */
  take(key: string): RateVerdict;
  /** Takes one try back: it was no failure. */
  giveBack(key: string): void;
  /** Forgets the key's tries. */
  reset(key: string): void;
};

/**
 * Counts tries in windows that begin with a key's first try. Holds at most `maxKeys` keys; those whose windows began
 * first are evicted, so that made-up keys cannot fill the memory.
 */
export function createRateLimit(options: {
  limit: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
}): RateLimit {
  const { limit, windowMs, now, maxKeys = 10_000 } = options;
  const windows = new LRUCache<string, { count: number; resetAt: number }>({ max: maxKeys });

  function open(key: string) {
    const moment = now();
    // A try is no use: only the beginning of a window counts for the order of eviction.
    const known = windows.peek(key);
    if (known && known.resetAt > moment) return known;
    const window = { count: 0, resetAt: moment + windowMs };
    windows.set(key, window);
    return window;
  }

  return {
    take(key) {
      const window = open(key);
      window.count += 1;
      return {
        isExceeded: window.count > limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetAt: window.resetAt,
      };
    },
    giveBack(key) {
      const window = windows.peek(key);
      if (window && window.count > 0) window.count -= 1;
    },
    reset(key) {
      windows.delete(key);
    },
  };
}

/** The headers that Appwrite's clients know: the limit, what is left of it, and when it starts anew (seconds since 1970). */
export function rateHeaders(verdict: RateVerdict): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(verdict.limit),
    'X-RateLimit-Remaining': String(verdict.remaining),
    'X-RateLimit-Reset': String(Math.ceil(verdict.resetAt / 1000)),
  };
}

/** What a limit says of one try: the figures of the `X-RateLimit-*` headers. */
export type RateVerdict = {
  isExceeded: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds since 1970. */ resetAt: number;
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
 * Counts tries in windows that begin with a key's first try. Holds at most `maxKeys` keys; the oldest go first, so
 * that made-up keys cannot fill the memory.
 */
export function createRateLimit(options: {
  limit: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
}): RateLimit {
  const { limit, windowMs, now, maxKeys = 10_000 } = options;
  const windows = new Map<string, { count: number; resetAt: number }>();

  function open(key: string) {
    const moment = now();
    const known = windows.get(key);
    if (known && known.resetAt > moment) return known;
    // Deleting first moves the key to the end: the map's order is the order in which windows began.
    windows.delete(key);
    const [oldest] = windows.keys();
    if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest);
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
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    reset(key) {
      windows.delete(key);
    },
  };
}

/** The rate headers: what is allowed, what is left, and when it begins anew (seconds since 1970). */
export function rateHeaders(verdict: RateVerdict): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(verdict.limit),
    'X-RateLimit-Remaining': String(verdict.remaining),
    'X-RateLimit-Reset': String(Math.ceil(verdict.resetAt / 1000)),
  };
}

/** The result of one attempt, with the values of the `X-RateLimit-*` headers. */
export type RateVerdict = {
  isExceeded: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds since 1970. */
  resetAt: number;
};

export type RateLimit = {
  /**
   * Counts one or more attempts for the key before their result is known, so that simultaneous attempts count as well.
   */
  take(key: string, amount?: number): RateVerdict;
  /** True if the key has no attempts left. Counts nothing. */
  isUsedUp(key: string): boolean;
  /** Subtracts one attempt that was not a failure. */
  giveBack(key: string): void;
  /** Forgets the key's attempts. */
  reset(key: string): void;
  /** Number of keys in memory. */
  readonly size: number;
};

/**
 * Counts attempts in windows that begin with a key's first attempt. Keys are network addresses. The next attempt of any
 * key removes keys whose windows have ended. Counts at most `maxKeys` keys; beyond that, it evicts those whose windows
 * began first, so that made-up keys can't fill the memory.
 */
export function createRateLimit(options: {
  limit: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
}): RateLimit {
  const { limit, windowMs, now, maxKeys = 10_000 } = options;
  /** In the order in which the windows began. */
  const windows = new Map<string, { count: number; resetAt: number }>();

  function open(key: string) {
    const moment = now();
    const known = windows.get(key);
    if (known && known.resetAt > moment) return known;
    const window = { count: 0, resetAt: moment + windowMs };
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.keys();
    if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest);
    return window;
  }

  /** Removes keys whose windows have ended; windows end in the order in which they began. */
  function forgetEnded(): void {
    const moment = now();
    for (const [key, { resetAt }] of windows) {
      if (resetAt > moment) return;
      windows.delete(key);
    }
  }

  return {
    take(key, amount = 1) {
      forgetEnded();
      const window = open(key);
      window.count += amount;
      return {
        isExceeded: window.count > limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetAt: window.resetAt,
      };
    },
    isUsedUp(key) {
      const window = windows.get(key);
      return window !== undefined && window.resetAt > now() && window.count >= limit;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    reset(key) {
      windows.delete(key);
    },
    get size() {
      return windows.size;
    },
  };
}

/**
 * Returns the headers of Appwrite's clients: the limit, the attempts left, and the time of the reset (seconds since
 * 1970).
 */
export function rateHeaders(verdict: RateVerdict): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(verdict.limit),
    'X-RateLimit-Remaining': String(verdict.remaining),
    'X-RateLimit-Reset': String(Math.ceil(verdict.resetAt / 1000)),
  };
}

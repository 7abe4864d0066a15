import type { SignInWait } from '#server/engines/database/account-records.ts';

/** The result of a limit for one attempt. */
export type TryVerdict = {
  isExceeded: boolean;
  limit: number;
  remaining: number;
  /** The time when attempts are allowed again, in milliseconds since 1970. */
  resetAt: number;
};

export type TryLimit = {
  /** Counts an attempt before its result is known, so that concurrent attempts count as well. */
  take(key: string): TryVerdict;
  /** Records that the attempt failed; it stays counted. */
  fail(key: string): void;
  /** Uncounts one attempt, because it did not fail. */
  giveBack(key: string): void;
  /** Forgets the attempts and waits of the key. */
  reset(key: string): void;
  /** Restores a wait that began before the last restart. */
  restore(wait: SignInWait): void;
  /** Removes the keys that no longer count. */
  sweep(): void;
  /** Number of keys in memory. */
  readonly size: number;
};

export type TryWindow = {
  count: number;
  resetAt: number;
  /** Number of successive windows that were used up; each doubles the next one. */
  step: number;
  isSaved: boolean;
};

/** Time after the end of a used-up window during which it still makes the next window longer. */
export const rememberedMs = 24 * 60 * 60 * 1000;

/**
 * Allows `limit` attempts in a window that begins with the first one. After a window that was used up, the next is
 * twice as long, up to `maxStep` times. Stores at most `maxKeys` keys, and evicts none that still counts: when the
 * table is full, further keys share a few hundred entries, so that invented keys neither fill the memory nor lift a
 * limit.
 */
export function createTryLimit(options: {
  limit: number;
  windowMs: number;
  maxStep: number;
  maxKeys: number;
  now: () => number;
  /** Chooses the shared entry for a key; strangers must not be able to predict it. */
  hash: (key: string) => number;
  onUsedUp?: (wait: SignInWait) => void;
  onForgiven?: (key: string) => void;
  /** Storage of the windows; by default the memory of this process. */
  windows?: Map<string, TryWindow>;
}): TryLimit {
  const {
    limit,
    windowMs,
    maxStep,
    maxKeys,
    now,
    hash,
    onUsedUp,
    onForgiven,
    windows = new Map<string, TryWindow>(),
  } = options;
  let nextCleanup = 0;

  /** Returns the key or, when the table is full, the shared key that replaces it. */
  function entryKey(key: string, moment: number): string {
    if (windows.has(key) || windows.size < maxKeys) return key;
    // The whole table is searched at most once in ten seconds: otherwise the search would help an attacker.
    if (moment >= nextCleanup) {
      forgetEnded(windows, limit, moment);
      nextCleanup = moment + 10_000;
      if (windows.size < maxKeys) return key;
    }
    return sharedKey(hash, key);
  }

  function open(key: string): TryWindow {
    const moment = now();
    const known = windows.get(key);
    if (known && known.resetAt > moment) {
      // After the clock was set back, nobody may have to wait longer than a window.
      known.resetAt = Math.min(known.resetAt, moment + windowMs * 2 ** known.step);
      return known;
    }
    const wasUsedUp = known !== undefined && known.count >= limit && !isOver(known, limit, moment);
    const step = wasUsedUp ? Math.min(known.step + 1, maxStep) : 0;
    const window = { count: 0, resetAt: moment + windowMs * 2 ** step, step, isSaved: false };
    windows.set(key, window);
    return window;
  }

  function giveBack(key: string): void {
    const window = windows.get(key) ?? windows.get(sharedKey(hash, key));
    if (window && window.count > 0) window.count -= 1;
  }

  return {
    take(key) {
      const window = open(entryKey(key, now()));
      const isExceeded = window.count >= limit;
      if (!isExceeded) window.count += 1;
      return { isExceeded, limit, remaining: limit - window.count, resetAt: window.resetAt };
    },
    fail(key) {
      const window = windows.get(key);
      if (!window || window.isSaved || window.count < limit) return;
      window.isSaved = true;
      onUsedUp?.({ key, step: window.step, endsAt: window.resetAt });
    },
    giveBack,
    reset(key) {
      const window = windows.get(key);
      // A shared entry counts for other keys as well.
      if (!window) return giveBack(key);
      windows.delete(key);
      if (window.isSaved) onForgiven?.(key);
    },
    restore({ key, step, endsAt }) {
      const window = { count: limit, resetAt: endsAt, step: Math.min(step, maxStep), isSaved: true };
      if (windows.size < maxKeys) windows.set(key, window);
    },
    sweep: () => forgetEnded(windows, limit, now()),
    get size() {
      return windows.size;
    },
  };
}

/** True if the window no longer counts and no longer makes the next window longer. */
function isOver(window: TryWindow, limit: number, moment: number): boolean {
  return window.resetAt + (window.count >= limit ? rememberedMs : 0) <= moment;
}

function forgetEnded(windows: Map<string, TryWindow>, limit: number, moment: number): void {
  for (const [key, window] of windows) if (isOver(window, limit, moment)) windows.delete(key);
}

/** Number of shared entries: enough to spread a flood of invented keys, and few enough to cost nothing. */
const sharedEntries = 256;

/** Returns the shared entry for a key when the table is full. */
export const sharedKey = (hash: (key: string) => number, key: string): string => `shared:${hash(key) % sharedEntries}`;

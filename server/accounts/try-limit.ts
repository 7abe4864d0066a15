import type { SignInWait } from '#server/database/database.ts';

/** What a limit says of one try. */
export type TryVerdict = {
  isExceeded: boolean;
  limit: number;
  remaining: number;
  /** When there are tries again, in milliseconds since 1970. */ resetAt: number;
};

export type TryLimit = {
  /** Counts a try before it is known how it goes, so that tries at the same time count as well. */
  take(key: string): TryVerdict;
  /** The try went wrong and stays counted. */
  fail(key: string): void;
  /** Takes one try back: it was no failure. */
  giveBack(key: string): void;
  /** Forgets the key's tries and waits. */
  reset(key: string): void;
  /** Puts back a wait that began before the last restart. */
  restore(wait: SignInWait): void;
};

type Window = {
  count: number;
  resetAt: number;
  /** How many windows in a row were used up; each doubles the next. */
  step: number;
  isSaved: boolean;
};

/** How long after its end a used-up window still makes the next one longer. */
const rememberedMs = 24 * 60 * 60 * 1000;

/**
 * Allows `limit` tries in a window that begins with the first one. After a window that was used up, the next is twice as
 * long, up to `maxStep` times. At most `maxKeys` keys are held, and none is given up while it counts: when all places
 * are taken, further keys share a few hundred common ones, so that made-up keys neither fill the memory nor lift a limit.
 */
export function createTryLimit(options: {
  limit: number;
  windowMs: number;
  maxStep: number;
  maxKeys: number;
  now: () => number;
  /** Chooses the shared place of a key; not to be guessed by strangers. */
  hash: (key: string) => number;
  onUsedUp?: (wait: SignInWait) => void;
  onForgiven?: (key: string) => void;
}): TryLimit {
  const { limit, windowMs, maxStep, maxKeys, now, hash, onUsedUp, onForgiven } = options;
  const windows = new Map<string, Window>();
  let nextCleanup = 0;

  const isOver = (window: Window, moment: number) =>
    window.resetAt + (window.count >= limit ? rememberedMs : 0) <= moment;

  /** The key, or the shared one that stands for it when there is no place left. */
  function placeOf(key: string, moment: number): string {
    if (windows.has(key) || windows.size < maxKeys) return key;
    // Looking through all of them is rare enough not to be an attack of its own.
    if (moment >= nextCleanup) {
      for (const [each, window] of windows) if (isOver(window, moment)) windows.delete(each);
      nextCleanup = moment + 10_000;
      if (windows.size < maxKeys) return key;
    }
    return `shared:${hash(key) % sharedPlaces}`;
  }

  function open(key: string): Window {
    const moment = now();
    const known = windows.get(key);
    if (known && known.resetAt > moment) {
      // A clock that was put back must not make anyone wait longer than a window.
      known.resetAt = Math.min(known.resetAt, moment + windowMs * 2 ** known.step);
      return known;
    }
    const wasUsedUp = known !== undefined && known.count >= limit && !isOver(known, moment);
    const step = wasUsedUp ? Math.min(known.step + 1, maxStep) : 0;
    const window = { count: 0, resetAt: moment + windowMs * 2 ** step, step, isSaved: false };
    windows.set(key, window);
    return window;
  }

  function giveBack(key: string): void {
    const window = windows.get(key) ?? windows.get(`shared:${hash(key) % sharedPlaces}`);
    if (window && window.count > 0) window.count -= 1;
  }

  return {
    take(key) {
      const window = open(placeOf(key, now()));
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
      // A shared place counts for others as well.
      if (!window) {
        giveBack(key);
        return;
      }
      windows.delete(key);
      if (window.isSaved) onForgiven?.(key);
    },
    restore({ key, step, endsAt }) {
      if (windows.size >= maxKeys) return;
      windows.set(key, { count: limit, resetAt: endsAt, step: Math.min(step, maxStep), isSaved: true });
    },
  };
}

/** Enough that a flood of made-up keys does not end in one place, few enough to cost nothing. */
const sharedPlaces = 256;

import type { SignInWait } from '#server/database/database.ts';
import type { TryVerdict } from './try-limit.ts';

/** Lets tries on the same account through at a steady pace, wherever they come from. */
export type SharedPace = {
  take(key: string): TryVerdict;
  /** Takes one try back: it was no failure. */
  giveBack(key: string): void;
  /** Puts back the state of before the last restart. */
  restore(wait: SignInWait): void;
};

/**
 * Allows `burst` tries at once and then one every `everyMs` for each of a fixed number of places. Keys choose their
 * place by hash: the memory is fixed, nothing is ever pushed out, and two keys in one place only share their pace.
 */
export function createSharedPace(options: {
  burst: number;
  everyMs: number;
  now: () => number;
  hash: (key: string) => number;
  /** Told of a place that has to wait, at most once in `savedEveryMs` for each. */
  onSlow?: (wait: SignInWait) => void;
}): SharedPace {
  const { burst, everyMs, now, hash, onSlow } = options;
  /** Until when each place has used its tries, in milliseconds since 1970; a burst ahead of now it is full. */
  const used = new Float64Array(places);
  const saved = new Float64Array(places);
  const room = burst * everyMs;

  return {
    take(key) {
      const moment = now();
      const place = hash(key) % places;
      // A clock that was put back must not make anyone wait longer than the burst takes to come back.
      const before = Math.min(Math.max(used[place] ?? 0, moment), moment + room);
      const after = before + everyMs;
      const isExceeded = after > moment + room;
      used[place] = isExceeded ? before : after;
      if (isExceeded && Math.abs(moment - (saved[place] ?? 0)) >= savedEveryMs) {
        saved[place] = moment;
        onSlow?.({ key: String(place), step: 0, endsAt: before });
      }
      const left = Math.max(0, Math.floor((moment + room - (used[place] ?? 0)) / everyMs));
      return { isExceeded, limit: burst, remaining: left, resetAt: isExceeded ? after - room : moment + everyMs };
    },
    giveBack(key) {
      const place = hash(key) % places;
      used[place] = (used[place] ?? 0) - everyMs;
    },
    restore({ key, endsAt }) {
      const place = Number(key);
      if (Number.isInteger(place) && place >= 0 && place < places) used[place] = endsAt;
    },
  };
}

/** So many that two accounts of a library hardly ever share one; 32 KiB. */
const places = 4096;
const savedEveryMs = 10 * 60 * 1000;

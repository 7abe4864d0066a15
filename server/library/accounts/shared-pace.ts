import type { SignInWait } from '#server/engines/database/account-records.ts';
import type { TryVerdict } from './try-limit.ts';

/** Allows attempts on the same account at a steady pace, from any network. */
export type SharedPace = {
  take(key: string): TryVerdict;
  /** Uncounts one attempt, because it did not fail. */
  giveBack(key: string): void;
  /** Restores the state before the last restart. */
  restore(wait: SignInWait): void;
};

/**
 * Allows `burst` attempts at once, then one every `everyMs`, in each of a fixed number of slots. The slot of a key is
 * chosen by hash: memory is fixed, nothing is ever evicted, and two keys in one slot only share their pace.
 */
export function createSharedPace(options: {
  burst: number;
  everyMs: number;
  now: () => number;
  hash: (key: string) => number;
  /** Called for a slot that has to wait, at most once per `savedEveryMs` for each slot. */
  onSlow?: (wait: SignInWait) => void;
  /** Storage of the slots; by default the memory of this process. */
  used?: SlotMap;
}): SharedPace {
  const { burst, everyMs, now, hash, onSlow } = options;
  /**
   * The time up to which each slot has used its attempts, in milliseconds since 1970. A slot is used up when that time
   * is a burst from now.
   */
  const used = options.used ?? createSlots();
  const saved = new Float64Array(slots);
  const room = burst * everyMs;

  return {
    take(key) {
      const moment = now();
      const slot = paceSlot(hash, key);
      // After the clock was set back, nobody may have to wait longer than a full burst takes.
      const before = Math.min(Math.max(used.get(slot) ?? 0, moment), moment + room);
      const after = before + everyMs;
      const isExceeded = after > moment + room;
      used.set(slot, isExceeded ? before : after);
      if (isExceeded && Math.abs(moment - (saved[slot] ?? 0)) >= savedEveryMs) {
        saved[slot] = moment;
        onSlow?.({ key: String(slot), step: 0, endsAt: before });
      }
      const left = Math.max(0, Math.floor((moment + room - (used.get(slot) ?? 0)) / everyMs));
      return { isExceeded, limit: burst, remaining: left, resetAt: isExceeded ? after - room : moment + everyMs };
    },
    giveBack(key) {
      const slot = paceSlot(hash, key);
      used.set(slot, (used.get(slot) ?? 0) - everyMs);
    },
    restore({ key, endsAt }) {
      const slot = Number(key);
      if (Number.isInteger(slot) && slot >= 0 && slot < slots) used.set(slot, endsAt);
    },
  };
}

/** Number of slots: so many that two accounts of a library hardly ever share one; 32 KiB. */
const slots = 4096;
const savedEveryMs = 10 * 60 * 1000;

type SlotMap = { get(slot: number): number | undefined; set(slot: number, used: number): unknown };

function createSlots(): SlotMap {
  const used = new Float64Array(slots);
  return { get: (slot) => used[slot], set: (slot, moment) => (used[slot] = moment) };
}

/** Returns the slot of a key. */
export const paceSlot = (hash: (key: string) => number, key: string): number => hash(key) % slots;

import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { doubleTapMs, isDoubleTap, isTap, type Tap } from './taps.ts';

/** Distinguishes single from double taps: a single tap is reported only if no second one follows. */
export type TapRecognizer = {
  /** Call when a finger is put down. `canTap` is false if a tap at that position already has another effect. */
  start(down: Tap, canTap: boolean): void;
  /** Call when the last finger was lifted. Returns true for a double tap. */
  end(up: Tap): boolean;
  /** Marks the current touch as not a tap. */
  ignore(): void;
  /** Drops the taps so far. */
  reset(): void;
};

/** Recognizes taps of one finger. */
export function createTapRecognizer(gestures: { onTap: () => void; onDoubleTap: (at: Point) => void }): TapRecognizer {
  let down: (Tap & { canTap: boolean }) | null = null;
  let firstTap: Tap | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function reset() {
    clearTimeout(timer);
    down = null;
    firstTap = null;
  }

  return {
    start(tap, canTap) {
      down = { ...tap, canTap };
    },
    end(tap) {
      const before = down;
      const first = firstTap;
      down = null;
      if (!before) return false;
      reset();
      if (!isTap(before, tap)) return false;
      if (first && isDoubleTap(first, tap)) {
        gestures.onDoubleTap(tap);
        return true;
      }
      if (!before.canTap) return false;
      firstTap = tap;
      timer = setTimeout(() => {
        firstTap = null;
        gestures.onTap();
      }, doubleTapMs);
      return false;
    },
    ignore() {
      down = null;
    },
    reset,
  };
}

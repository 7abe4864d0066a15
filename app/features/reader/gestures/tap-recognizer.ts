import type { Point } from '#app/features/reader/geometry/held-point.ts';

/** A touch that did not move: its time, by the event's clock in milliseconds, and its position in the window. */
export type Tap = { time: number; x: number; y: number };

/** Longest time and distance between the two taps of a double tap. */
export const doubleTapMs = 300;
const doubleTapPixels = 40;

/** A longer touch is a press, and one that moves further is a movement. */
const tapMs = 350;
const tapPixels = 10;

/** True if a touch from `down` to `up` is a tap. */
export function isTap(down: Tap, up: Tap): boolean {
  return up.time - down.time < tapMs && distance(down, up) <= tapPixels;
}

/** True if two taps are one double tap. */
export function isDoubleTap(first: Tap, second: Tap): boolean {
  return second.time - first.time < doubleTapMs && distance(first, second) <= doubleTapPixels;
}

function distance(one: Tap, other: Tap): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Distinguishes taps from double taps: a single tap is only reported if no second one follows. */
export type TapRecognizer = {
  /** Call when a finger was put down; `canTap` is false if a tap already has another effect there. */
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

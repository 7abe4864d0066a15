/** A touch that did not move: when, by the event's clock in milliseconds, and where in the window. */
export type Tap = { time: number; x: number; y: number };

/** How soon after and how near the first tap the second one of a double tap is. */
export const doubleTapMs = 300;
const doubleTapPixels = 40;

/** A longer touch is a press, and one that moves further is a movement. */
const tapMs = 350;
const tapPixels = 10;

/** Whether a touch from `down` to `up` is a tap. */
export function isTap(down: Tap, up: Tap): boolean {
  return up.time - down.time < tapMs && distance(down, up) <= tapPixels;
}

/** Whether two taps are one double tap. */
export function isDoubleTap(first: Tap, second: Tap): boolean {
  return second.time - first.time < doubleTapMs && distance(first, second) <= doubleTapPixels;
}

function distance(one: Tap, other: Tap): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

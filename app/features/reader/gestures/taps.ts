/** A touch that did not move: its time in milliseconds, by the clock of events, and its position in the window. */
export type Tap = { time: number; x: number; y: number };

/** Maximum time and distance between the two taps of a double tap. */
export const doubleTapMs = 300;
const doubleTapPixels = 40;

/** Maximum duration of a tap. A longer touch is a press, and one that moves further is a movement. */
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

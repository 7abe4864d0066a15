/** A finger that came and went without moving: when, by the event's clock in milliseconds, and where in the window. */
export type Tap = { time: number; x: number; y: number };

/** How soon and how near a second tap must come to make a double tap. */
export const doubleTapMs = 300;
const doubleTapPixels = 40;

/** Longer than this a finger presses and does not tap; further than this it moves. */
const tapMs = 350;
const tapPixels = 10;

/** Whether a finger that came down and went up has tapped. */
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

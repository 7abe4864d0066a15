import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { doubleTapMs, isDoubleTap, isTap, type Tap } from './taps.ts';

/** What fingers ask for. Points are in CSS pixels of the window. */
export type TouchGestures = {
  /** Two fingers take hold at the point between them. */
  onPinchStart: (at: Point) => void;
  /** They are now `factor` times as far apart as they began, with this point between them. */
  onPinch: (factor: number, at: Point) => void;
  onPinchEnd: () => void;
  /** A tap on nothing that does something itself, no second one following, with nothing selected. */
  onTap: () => void;
  onDoubleTap: (at: Point) => void;
};

/** Fingers nearer than this count as this far apart, or the least tremble would be a great stretch. */
const minSpread = 16;

const doesSomething = 'a, button, input, label, select, summary, textarea';

/**
 * Listens for two fingers and for taps. One finger is the browser's: it scrolls with its momentum and selects by a long
 * press. What belongs to a gesture is kept from the browser, so that nothing is clicked or selected by accident.
 * Returns the end of it.
 */
export function listenForTouches(element: HTMLElement, gestures: TouchGestures): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const active = { passive: false, signal };
  /** The two fingers of a pinch, by their identifiers, and how far apart they began. */
  let pinch: { ids: [number, number]; spread: number } | null = null;
  /** A pinch has been: fingers still there belong to it, whatever they do. */
  let isSpent = false;
  let down: (Tap & { canTap: boolean }) | null = null;
  let firstTap: Tap | null = null;
  let tapTimer: ReturnType<typeof setTimeout> | undefined;

  function forgetTaps() {
    clearTimeout(tapTimer);
    down = null;
    firstTap = null;
  }

  function startPinch(one: Touch, other: Touch) {
    forgetTaps();
    pinch = { ids: [one.identifier, other.identifier], spread: spreadOf(one, other) };
    isSpent = true;
    gestures.onPinchStart(middleOf(one, other));
  }

  function endPinch() {
    pinch = null;
    gestures.onPinchEnd();
  }

  function handleStart(event: TouchEvent) {
    const [one, other] = event.touches;
    if (one && other) {
      keepFromBrowser(event);
      if (!pinch) startPinch(one, other);
      return;
    }
    isSpent = false;
    const isOnControl = event.target instanceof Element && event.target.closest(doesSomething) !== null;
    const canTap = !isOnControl && getSelection()?.isCollapsed !== false;
    down = one ? { ...tapOf(event, one), canTap } : null;
  }

  function handleMove(event: TouchEvent) {
    if (!isSpent) return;
    keepFromBrowser(event);
    const fingers = fingersOf(pinch, event.touches);
    if (!pinch || !fingers) return;
    gestures.onPinch(spreadOf(...fingers) / pinch.spread, middleOf(...fingers));
  }

  function handleEnd(event: TouchEvent) {
    if (isSpent) {
      keepFromBrowser(event);
      if (pinch && !fingersOf(pinch, event.touches)) endPinch();
      return;
    }
    const [finger] = event.changedTouches;
    const before = down;
    down = null;
    if (!finger || !before || event.touches.length > 0) return;
    const tap = tapOf(event, finger);
    if (!isTap(before, tap)) return forgetTaps();
    if (firstTap && isDoubleTap(firstTap, tap)) {
      keepFromBrowser(event);
      forgetTaps();
      return gestures.onDoubleTap(tap);
    }
    forgetTaps();
    if (!before.canTap) return;
    firstTap = tap;
    tapTimer = setTimeout(() => {
      firstTap = null;
      gestures.onTap();
    }, doubleTapMs);
  }

  function handleCancel() {
    forgetTaps();
    if (pinch) endPinch();
  }

  element.addEventListener('touchstart', handleStart, active);
  element.addEventListener('touchmove', handleMove, active);
  element.addEventListener('touchend', handleEnd, active);
  element.addEventListener('touchcancel', handleCancel, { signal });
  return () => {
    forgetTaps();
    stop.abort();
  };
}

/** A scroll the browser has begun can no longer be kept from it. */
function keepFromBrowser(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

function tapOf(event: TouchEvent, finger: Touch): Tap {
  return { time: event.timeStamp, x: finger.clientX, y: finger.clientY };
}

function fingersOf(pinch: { ids: [number, number] } | null, touches: TouchList): [Touch, Touch] | null {
  const [one, other] = (pinch?.ids ?? []).map((id) => [...touches].find((touch) => touch.identifier === id));
  return one && other ? [one, other] : null;
}

function middleOf(one: Touch, other: Touch): Point {
  return { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
}

function spreadOf(one: Touch, other: Touch): number {
  return Math.max(minSpread, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}

import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { createTapRecognizer } from './tap-recognizer.ts';
import type { Tap } from './taps.ts';

/** The gestures of fingers. Points are in CSS pixels of the window. */
export type TouchGestures = {
  /** Two fingers came down, with this point between them. */
  onPinchStart: (at: Point) => void;
  /** They are now `factor` times as far apart as they began, with this point between them. */
  onPinch: (factor: number, at: Point) => void;
  onPinchEnd: () => void;
  /** A tap on nothing that does something itself, no second one following, with nothing selected. */
  onTap: () => void;
  onDoubleTap: (at: Point) => void;
};

/** Fingers nearer than this count as this far apart, or the slightest tremble would stretch the pages far. */
const minSpread = 16;

const controls = 'a, button, input, label, select, summary, textarea';

/**
 * Listens for two fingers and for taps. One finger is the browser's: it scrolls with its momentum and selects by a long
 * press. The events of a gesture do nothing else, so that nothing is clicked or selected by accident. Returns the
 * function that removes the listeners.
 */
export function listenForTouches(element: HTMLElement, gestures: TouchGestures): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const active = { passive: false, signal };
  /** The two fingers of a pinch, by their identifiers, and how far apart they began. */
  let pinch: { ids: [number, number]; spread: number } | null = null;
  /** A pinch has begun: until all fingers are lifted they belong to it. */
  let isPinchGesture = false;
  const taps = createTapRecognizer(gestures);

  function startPinch(one: Touch, other: Touch) {
    taps.reset();
    pinch = { ids: [one.identifier, other.identifier], spread: spreadOf(one, other) };
    isPinchGesture = true;
    gestures.onPinchStart(middleOf(one, other));
  }

  function endPinch() {
    pinch = null;
    gestures.onPinchEnd();
  }

  function handleStart(event: TouchEvent) {
    const [one, other] = event.touches;
    if (one && other) {
      preventDefault(event);
      if (!pinch) startPinch(one, other);
      return;
    }
    isPinchGesture = false;
    const isOnControl = event.target instanceof Element && event.target.closest(controls) !== null;
    const canTap = !isOnControl && getSelection()?.isCollapsed !== false;
    if (one) taps.start(tapOf(event, one), canTap);
    else taps.ignore();
  }

  function handleMove(event: TouchEvent) {
    if (!isPinchGesture) return;
    preventDefault(event);
    const fingers = fingersOf(pinch, event.touches);
    if (!pinch || !fingers) return;
    gestures.onPinch(spreadOf(...fingers) / pinch.spread, middleOf(...fingers));
  }

  function handleEnd(event: TouchEvent) {
    if (isPinchGesture) {
      preventDefault(event);
      if (pinch && !fingersOf(pinch, event.touches)) endPinch();
      return;
    }
    const [finger] = event.changedTouches;
    if (!finger || event.touches.length > 0) return taps.ignore();
    if (taps.end(tapOf(event, finger))) preventDefault(event);
  }

  function handleCancel() {
    taps.reset();
    if (pinch) endPinch();
  }

  element.addEventListener('touchstart', handleStart, active);
  element.addEventListener('touchmove', handleMove, active);
  element.addEventListener('touchend', handleEnd, active);
  element.addEventListener('touchcancel', handleCancel, { signal });
  return () => {
    taps.reset();
    stop.abort();
  };
}

/** A scroll that the browser has begun can no longer be prevented. */
function preventDefault(event: TouchEvent): void {
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

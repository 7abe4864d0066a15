import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { createTapRecognizer, type Tap } from './tap-recognizer.ts';

/** Touch gestures. Points are in CSS pixels of the window. */
export type TouchGestures = {
  /** Two fingers were put down, with this point between them. */
  onPinchStart: (at: Point) => void;
  /** The fingers are now `factor` times as far apart as at the start, with this point between them. */
  onPinch: (factor: number, at: Point) => void;
  onPinchEnd: () => void;
  /** A single tap on something without its own action, with nothing selected. */
  onTap: () => void;
  onDoubleTap: (at: Point) => void;
};

/**
 * Minimum distance of two fingers. Closer fingers count as this far apart, because otherwise a tremor would zoom far.
 */
const minSpread = 16;

/** Elements that a tap acts on, so that it has no other meaning; `mark` is a highlight. */
const controls = 'a, button, input, label, mark, select, summary, textarea';

/**
 * Listens for pinches and taps. Leaves touches of one finger to the browser, which scrolls with momentum and selects on
 * a long press. The events of a pinch are prevented, so that nothing is clicked or selected by accident. Returns the
 * function that removes the listeners.
 */
export function listenForTouches(element: HTMLElement, gestures: TouchGestures): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const active = { passive: false, signal };
  /** The identifiers of the two fingers of a pinch, and their distance at the start. */
  let pinch: { ids: [number, number]; spread: number } | null = null;
  /** True once a pinch has started: all touches belong to the pinch until every finger is lifted. */
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

/** Prevents the default action. A scroll that the browser has started can no longer be prevented. */
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

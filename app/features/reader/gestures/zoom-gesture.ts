import type { Point } from '#app/features/reader/geometry/held-point.ts';
import {
  clampGestureZoom,
  columnZoom,
  doubleTapZoom,
  nearestGestureZoom,
  stepGestureZoom,
} from '#app/features/reader/geometry/gesture-zoom.ts';

/** The duration of the animation to the final step of zoom. */
const glideMs = 160;

/** Time without an event after which a pinch on a trackpad has ended. */
const wheelRestMs = 150;

/** A wheel with notches moves at least this far per event, a trackpad less. */
const notchPixels = 50;

/** Trackpad pixels that change the zoom by a factor of e. */
const wheelPixelsPerE = 100;

/** The functions of `PageScroll` for a gesture. */
type HeldPages = {
  hold(at: Point): void;
  stretch(scale: number, at: Point): void;
  release(): void;
};

/** The left and right end of something in the window, in CSS pixels. */
type Span = { left: number; right: number };

/** A column of text, and the view that it may fill. */
export type Column = Span & { view: Span };

/** Zooms by gestures. A gesture always ends on a zoom step, with the held point in place. */
export type ZoomGesture = {
  start(at: Point): void;
  move(factor: number, at: Point): void;
  end(): void;
  doubleTap(at: Point): void;
  /** A wheel event with Ctrl, which browsers also send for a pinch on a trackpad. */
  wheel(event: WheelEvent): void;
  /** Ends the gesture at its current zoom, when the pages are unmounted. */
  stop(): void;
};

type GestureParts = {
  pages: HeldPages;
  zoom: () => number;
  maxZoom: () => number;
  onZoomed: (zoom: number) => void;
  /** Returns the column at a point; null if there is none. */
  columnAt: (at: Point) => Column | null;
};

/**
 * Converts gestures to zoom. `zoom` and `maxZoom` return the current values; `onZoomed` must render the pages before it
 * returns.
 */
export function createZoomGesture(parts: GestureParts): ZoomGesture {
  const { pages, zoom, maxZoom, onZoomed } = parts;
  /** The held point, and the factor by which the pages are stretched; null between gestures. `to` is the point's last position. */
  let held: { at: Point; scale: number; goal: number | null; to: Point } | null = null;
  let stopGlide = () => {};
  let wheelTimer: ReturnType<typeof setTimeout> | undefined;
  let wheelFactor: number | null = null;

  function start(at: Point) {
    finish();
    held = { at, scale: 1, goal: null, to: at };
    pages.hold(at);
  }

  function move(factor: number, at: Point) {
    if (!held || held.goal !== null) return;
    held.at = at;
    held.to = at;
    held.scale = clampGestureZoom(zoom() * factor, maxZoom()) / zoom();
    pages.stretch(held.scale, at);
  }

  function end() {
    clearTimeout(wheelTimer);
    wheelFactor = null;
    if (held && held.goal === null) glideTo(nearestGestureZoom(zoom() * held.scale, maxZoom()));
  }

  /** Zooms to `goal` with the held point moving to `place`. */
  function glideTo(goal: number, place = held?.at) {
    if (!held || !place) return;
    held.goal = goal;
    held.to = place;
    const start = held.at;
    const from = held.scale;
    const to = goal / zoom();
    if (from === to || matchMedia('(prefers-reduced-motion: reduce)').matches) return finish();
    stopGlide = glide((eased) => {
      if (!held) return;
      held.at = { x: start.x + (place.x - start.x) * eased, y: start.y + (place.y - start.y) * eased };
      pages.stretch(from + (to - from) * eased, held.at);
    }, finish);
  }

  /** Jumps to the step at which the animation would end. */
  function finish() {
    stopGlide();
    clearTimeout(wheelTimer);
    wheelFactor = null;
    if (!held) return;
    const goal = held.goal ?? nearestGestureZoom(zoom() * held.scale, maxZoom());
    pages.stretch(goal / zoom(), held.to);
    held = null;
    if (goal === zoom()) pages.release();
    else onZoomed(goal);
  }

  return {
    start,
    move,
    end,
    doubleTap(at) {
      finish();
      const { goal, from, to } = aimAt(at, parts.columnAt(at), zoom());
      start(from);
      glideTo(goal, to);
    },
    wheel(event) {
      const at = { x: event.clientX, y: event.clientY };
      if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || Math.abs(event.deltaY) >= notchPixels) {
        start(at);
        return glideTo(stepGestureZoom(zoom(), event.deltaY < 0 ? 1 : -1, maxZoom()));
      }
      if (wheelFactor === null) {
        start(at);
        wheelFactor = 1;
      }
      wheelFactor *= Math.exp(-event.deltaY / wheelPixelsPerE);
      move(wheelFactor, at);
      clearTimeout(wheelTimer);
      wheelTimer = setTimeout(end, wheelRestMs);
    },
    stop() {
      stopGlide();
      clearTimeout(wheelTimer);
      held = null;
    },
  };
}

/** Returns the zoom after a double tap, and the point to hold with its last position: of a column that fits, its middle. */
function aimAt(at: Point, column: Column | null, zoom: number): { goal: number; from: Point; to: Point } {
  if (!column) return { goal: doubleTapZoom(zoom, null), from: at, to: at };
  const { left, right, view } = column;
  const fit = columnZoom({ width: right - left, viewWidth: view.right - view.left, zoom });
  const goal = doubleTapZoom(zoom, fit);
  if (goal !== fit) return { goal, from: at, to: at };
  return { goal, from: { x: (left + right) / 2, y: at.y }, to: { x: (view.left + view.right) / 2, y: at.y } };
}

/**
 * Calls `step` in every frame with the progress of the animation, 0 to 1, then calls `finish`. Returns a function that
 * stops the animation.
 */
function glide(step: (eased: number) => void, finish: () => void): () => void {
  const startedAt = performance.now();
  const run = (now: number) => {
    const progress = Math.min(Math.max((now - startedAt) / glideMs, 0), 1);
    step(1 - (1 - progress) ** 3);
    if (progress < 1) frame = requestAnimationFrame(run);
    else finish();
  };
  let frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

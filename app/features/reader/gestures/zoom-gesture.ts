import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { doubleTapZoom } from '#app/features/reader/geometry/zoom.ts';
import { clampZoom, nearestZoom, stepZoom } from '#app/features/viewing/zoom.ts';

/** How long the pages take to reach the step of zoom they end on. */
const glideMs = 160;

/** A pinch on a trackpad has ended when no event came for this long. */
const wheelRestMs = 150;

/** A wheel with notches moves at least this far at once, a trackpad less. */
const notchPixels = 50;

/** Trackpad pixels that make the pages larger or smaller by a factor of e. */
const wheelPixelsPerE = 100;

/** The pages as a gesture holds them (`PageScroll`). */
type HeldPages = {
  hold(at: Point): void;
  stretch(scale: number, at: Point): void;
  release(): void;
};

/** Zooming by hand. It always ends on a step of zoom, with the held point under the fingers. */
export type ZoomGesture = {
  start(at: Point): void;
  move(factor: number, at: Point): void;
  end(): void;
  doubleTap(at: Point): void;
  /** A wheel turned with Ctrl, which is also how browsers report a pinch on a trackpad. */
  wheel(event: WheelEvent): void;
  /** Ends it where it is, when the pages go away. */
  stop(): void;
};

/** Turns gestures into zoom. `zoom` returns the present one; `onZoomed` must lay the pages out before it returns. */
export function createZoomGesture(parts: {
  pages: HeldPages;
  zoom: () => number;
  onZoomed: (zoom: number) => void;
}): ZoomGesture {
  const { pages, zoom, onZoomed } = parts;
  /** The held point, and how far the pages are stretched; null between gestures. */
  let held: { at: Point; scale: number; goal: number | null } | null = null;
  let stopGlide = () => {};
  let wheelTimer: ReturnType<typeof setTimeout> | undefined;
  let wheelFactor: number | null = null;

  function start(at: Point) {
    finish();
    held = { at, scale: 1, goal: null };
    pages.hold(at);
  }

  function move(factor: number, at: Point) {
    if (!held || held.goal !== null) return;
    held.at = at;
    held.scale = clampZoom(zoom() * factor) / zoom();
    pages.stretch(held.scale, at);
  }

  function end() {
    clearTimeout(wheelTimer);
    wheelFactor = null;
    if (held && held.goal === null) glideTo(nearestZoom(zoom() * held.scale));
  }

  function glideTo(goal: number) {
    if (!held) return;
    held.goal = goal;
    const from = held.scale;
    const to = goal / zoom();
    if (from === to || matchMedia('(prefers-reduced-motion: reduce)').matches) return finish();
    stopGlide = glide((eased) => {
      if (held) pages.stretch(from + (to - from) * eased, held.at);
    }, finish);
  }

  /** Goes at once to the step it was gliding to. */
  function finish() {
    stopGlide();
    clearTimeout(wheelTimer);
    wheelFactor = null;
    if (!held) return;
    const goal = held.goal ?? nearestZoom(zoom() * held.scale);
    pages.stretch(goal / zoom(), held.at);
    held = null;
    if (goal === zoom()) pages.release();
    else onZoomed(goal);
  }

  return {
    start,
    move,
    end,
    doubleTap(at) {
      start(at);
      glideTo(doubleTapZoom(zoom()));
    },
    wheel(event) {
      const at = { x: event.clientX, y: event.clientY };
      if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || Math.abs(event.deltaY) >= notchPixels) {
        start(at);
        return glideTo(stepZoom(zoom(), event.deltaY < 0 ? 1 : -1));
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

/** Calls `step` in every frame with how far the glide has come, 0 to 1, then `finish`; returns the function that stops it. */
function glide(step: (eased: number) => void, finish: () => void): () => void {
  const begun = performance.now();
  const run = (now: number) => {
    const progress = Math.min(Math.max((now - begun) / glideMs, 0), 1);
    step(1 - (1 - progress) ** 3);
    if (progress < 1) frame = requestAnimationFrame(run);
    else finish();
  };
  let frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

import type { Point } from '#app/features/reader/geometry/held-point.ts';
import { doubleTapZoom } from '#app/features/reader/geometry/zoom.ts';
import { clampZoom, nearestZoom, stepZoom } from '#app/features/viewing/zoom.ts';

/** How long the pages take to come to the step of zoom they end on. */
const glideMs = 160;

/** A trackpad has let go when it says nothing for so long. */
const wheelRestMs = 150;

/** A wheel that turns by notches moves at least so far at once, a trackpad less. */
const notchPixels = 50;

/** Trackpad pixels that make the pages larger or smaller by a factor of e. */
const wheelPixelsPerE = 100;

/** The pages as a gesture holds them (`PageScroll`). */
type HeldPages = {
  hold(at: Point): void;
  stretch(scale: number, at: Point): void;
  release(): void;
};

/** Zooming by hand. It always ends on a step of zoom, with what was taken hold of under the fingers. */
export type ZoomGesture = {
  start(at: Point): void;
  move(factor: number, at: Point): void;
  end(): void;
  doubleTap(at: Point): void;
  /** A wheel turned with Ctrl, which is also how browsers tell of a pinch on a trackpad. */
  wheel(event: WheelEvent): void;
  /** Ends it where it is, when the pages go away. */
  stop(): void;
};

/** Turns what hands do into zoom. `zoom` answers the present one, `onZoomed` must have laid the pages out on its return. */
export function createZoomGesture(parts: {
  pages: HeldPages;
  zoom: () => number;
  onZoomed: (zoom: number) => void;
}): ZoomGesture {
  const { pages, zoom, onZoomed } = parts;
  /** What is taken hold of, and how far it is stretched; null between gestures. */
  let held: { at: Point; scale: number; goal: number | null } | null = null;
  let frame = 0;
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
    const begun = performance.now();
    const step = (now: number) => {
      if (!held) return;
      const progress = Math.min(Math.max((now - begun) / glideMs, 0), 1);
      const eased = 1 - (1 - progress) ** 3;
      pages.stretch(from + (to - from) * eased, held.at);
      if (progress < 1) frame = requestAnimationFrame(step);
      else finish();
    };
    frame = requestAnimationFrame(step);
  }

  /** Comes to the step it was on the way to, at once. */
  function finish() {
    cancelAnimationFrame(frame);
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
      cancelAnimationFrame(frame);
      clearTimeout(wheelTimer);
      held = null;
    },
  };
}

import { frameIndexAt, heightOfFrame, topOfFrame, type PageLayout } from './page-layout.ts';

/** Indexes of frames, both included. */
export type FrameRange = { first: number; last: number };

/** Returns the frames that overlap the `height` pixels from `top`. */
export function visibleFrames(layout: PageLayout, top: number, height: number): FrameRange {
  let first = frameIndexAt(layout, top);
  // Only the gap below that frame may be visible.
  if (topOfFrame(layout, first) + heightOfFrame(layout, first) <= top && first < layout.tops.length - 1) first += 1;
  return { first, last: Math.max(first, frameIndexAt(layout, top + height - 1)) };
}

/**
 * Returns the indexes of the frames to render, in order of priority: visible ones, then the next in reading direction,
 * then the one just left.
 */
export function wantedFrames(visible: FrameRange, frameCount: number, direction: 1 | -1): number[] {
  const seen = Array.from({ length: visible.last - visible.first + 1 }, (_, index) => visible.first + index);
  const around = [visible.last + 1, visible.first - 1];
  return [...seen, ...(direction === 1 ? around : around.toReversed())].filter(
    (index) => index >= 0 && index < frameCount,
  );
}

/**
 * Returns the index of the current frame: the last one that starts in the upper half of the window, or the one that
 * fills that half. `scrollerTop` is the distance of the strip's visible part from the top of the window.
 */
export function currentFrame(
  layout: PageLayout,
  scroll: { top: number; scrollerTop: number; windowHeight: number },
): number {
  return frameIndexAt(layout, scroll.top + scroll.windowHeight / 2 - scroll.scrollerTop);
}

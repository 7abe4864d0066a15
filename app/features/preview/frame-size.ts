/** How tall a frame is, and how often in a row it has grown. */
export type FrameSize = { height: number; growths: number };

/**
 * A paper that grows so often without ever becoming shorter follows its own frame (a height of 100vh and a margin, say)
 * and would grow for ever: from then on it scrolls within.
 */
const maxGrowths = 20;

/** The size of a frame whose paper says it is so tall. */
export function followSize(before: FrameSize, height: number): FrameSize {
  if (height === before.height) return before;
  if (height < before.height) return { height, growths: 0 };
  return before.growths >= maxGrowths ? before : { height, growths: before.growths + 1 };
}

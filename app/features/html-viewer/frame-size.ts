/** Height of a frame, and the number of times in a row that it has grown. */
export type FrameSize = { height: number; growths: number };

/**
 * Maximum number of times that a paper may grow without shrinking. A paper that grows more often depends on the height
 * of its frame (for example 100vh plus a margin) and would grow for ever, so it scrolls inside the frame from then on.
 */
const maxGrowths = 20;

/** Returns the size of a frame for the height that its paper reports. */
export function followSize(before: FrameSize, height: number): FrameSize {
  if (height === before.height) return before;
  if (height < before.height) return { height, growths: 0 };
  return before.growths >= maxGrowths ? before : { height, growths: before.growths + 1 };
}

/** A line of text on a page, or a piece of one: its box, as high as its letters, in any unit. `y` grows downwards. */
export type LineBox = { left: number; top: number; right: number; bottom: number; isRightToLeft?: boolean };

export type Line = Omit<LineBox, 'isRightToLeft'> & {
  /** The pieces of the line, in reading order. */
  indices: number[];
  /** True if the line is read against the direction of the page, as a formula among Arabic lines. */
  isReversed: boolean;
  /** The middle part of the line's height. */
  core: { top: number; bottom: number };
};

/** Minimum overlap of two boxes in one row, as a fraction of the lower box's height. */
const sameRowShare = 0.5;
/** Minimum overlap of two boxes of which one is above the other, as a fraction of the narrower box's width. */
const sameColumnShare = 0.2;
/** Maximum height of raised and lowered letters, as a fraction of the line's height. */
const maxRaisedHeight = 0.85;
/** Fraction of a line that is left out at its top and bottom, so that tightly set lines don't overlap. */
const trimmedShare = 0.3;

/** Returns a line. On a page that is read from right to left, mirrors positions, so that lines begin at the left. */
export function toLine(box: LineBox, index: number, isPageRightToLeft: boolean): Line {
  const { top, bottom, isRightToLeft = false } = box;
  const [left, right] = isPageRightToLeft ? [-box.right, -box.left] : [box.left, box.right];
  const trimmed = (bottom - top) * trimmedShare;
  const core = { top: top + trimmed, bottom: bottom - trimmed };
  return { left, top, right, bottom, core, indices: [index], isReversed: isRightToLeft !== isPageRightToLeft };
}

export function unite(one: Line, other: Line): Line {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    isReversed: one.isReversed && other.isReversed,
    core: { top: Math.min(one.core.top, other.core.top), bottom: Math.max(one.core.bottom, other.core.bottom) },
    indices: [...one.indices, ...other.indices],
  };
}

type Span = { top: number; bottom: number };

export const widthOf = ({ left, right }: LineBox) => right - left;
export const heightOf = ({ top, bottom }: Span) => bottom - top;

/** Returns the overlap in width; if there is none, the width of the gap as a negative number. */
export const sharedWidth = (one: LineBox, other: LineBox) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left);

/** Returns the overlap in height, as a fraction of the lower box. */
export function sharedHeight(one: Span, other: Span): number {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared / Math.min(heightOf(one), heightOf(other));
}

export const areInOneRow = (one: Line, other: Line) => sharedHeight(one.core, other.core) > sameRowShare;

/** True if one line is smaller and next to the other, as in x² and H₂O. */
export function isRaised(one: Line, other: Line): boolean {
  const [low, high] = [heightOf(one), heightOf(other)].toSorted((less, more) => less - more);
  return (low ?? 0) < maxRaisedHeight * (high ?? 0) && sharedHeight(one, other) > sameRowShare;
}

export const areInOneColumn = (one: LineBox, other: LineBox) =>
  sharedWidth(one, other) > sameColumnShare * Math.min(widthOf(one), widthOf(other));

export const isAbove = (one: Line, other: Line) => one.core.bottom <= other.core.top;

export const isBeside = (one: Line, other: Line) => areInOneRow(one, other) && sharedWidth(one, other) <= 0;

/** True if a line covers at least half of the width of the gap between two columns. */
export function coversGap(line: LineBox, one: LineBox, other: LineBox): boolean {
  const gap = { ...one, left: Math.min(one.right, other.right), right: Math.max(one.left, other.left) };
  return sharedWidth(line, gap) > 0.5 * widthOf(gap);
}

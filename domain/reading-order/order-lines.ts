import {
  areInOneRow,
  heightOf,
  isAbove,
  isRaised,
  sharedWidth,
  toLine,
  unite,
  widthOf,
  type Line,
  type LineBox,
} from './line-box.ts';
import { orderByBlocks } from './order-blocks.ts';

/**
 * Maximum number of pieces, more than the densest page of text has. Comparing all of them with each other takes a
 * quarter of a second.
 */
const maxLines = 600;
/** Maximum gap, in letter heights, between pieces of one line that follow each other in the file. */
const maxWordGap = 0.7;
/** Maximum gap, in letter heights, between pieces of one word. */
const maxLetterGap = 0.15;
/** Maximum overlap, in letter heights, of successive pieces of a row. */
const maxOverlap = 0.3;
/** Minimum number of lines on each half of a folded sheet. */
const minSheetLines = 5;
/** Maximum number of lines above the title of a page, such as the page number. */
const maxLinesAboveTitle = 3;
/** Minimum height of a title, as a multiple of the height of other lines. */
const minTitleRatio = 1.15;
/** Minimum fraction of lines drawn over other lines at which a page has its text twice. */
const doubleTextShare = 0.3;

/**
 * Returns the lines of a page in reading order, as their indices, pieces of one row together. A PDF has its text in the
 * order in which it was drawn. That order stays unless positions clearly contradict it, so columns follow each other,
 * and cells and formulas stay together. A line is moved if it was drawn before a line above it in the same column, or
 * before one left of it in the same row (right of it on a page that is read from the right).
 */
export function orderLines(boxes: readonly LineBox[]): number[][] {
  if (boxes.length > maxLines) return boxes.map((_, index) => [index]);
  const fromRight = sum(boxes.map((box) => (box.isRightToLeft ? widthOf(box) : 0)));
  const isRightToLeft = fromRight * 2 > sum(boxes.map(widthOf));
  const lines = joinRows(boxes.map((box, index) => toLine(box, index, isRightToLeft)));
  const sorted = splitLayers(lines).flatMap(splitSheet).flatMap(orderByBlocks);
  return joinRows(sorted, Infinity).map(({ indices }) => indices);
}

/** True if two pieces of a row are parts of one word, as `2` and `nd`. */
export function areOneWord(one: LineBox, next: LineBox): boolean {
  const gap = Math.max(next.left - one.right, one.left - next.right);
  const height = Math.max(heightOf(one), heightOf(next));
  return gap > -maxOverlap * height && gap < maxLetterGap * height;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Joins successive pieces of a row: those that are as close as the words of a line, or at most `maxGap` apart. */
function joinRows(lines: readonly Line[], maxGap = maxWordGap): Line[] {
  const rows: Line[] = [];
  let last: Line | null = null;
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && last && follows(last, line, maxGap)) rows[rows.length - 1] = unite(row, line);
    else rows.push(line);
    last = line;
  }
  return rows;
}

function follows(last: Line, line: Line, maxGap: number): boolean {
  const height = Math.max(heightOf(last), heightOf(line));
  const gap = -sharedWidth(last, line);
  const isRightOf = line.left + line.right > last.left + last.right;
  const isAfter = isRightOf !== (last.isReversed && line.isReversed);
  if (!isAfter || gap < -maxOverlap * height) return false;
  return (areInOneRow(last, line) && gap <= maxGap * height) || (isRaised(last, line) && gap <= maxWordGap * height);
}

/** Separates lines that are drawn over other lines, such as the text layer of a page that already has text. */
function splitLayers(lines: readonly Line[]): Line[][] {
  const first: Line[] = [];
  const second: Line[] = [];
  for (const line of lines) {
    const isOver = first.some((other) => areInOneRow(line, other) && sharedWidth(line, other) > 0.5 * widthOf(line));
    (isOver ? second : first).push(line);
  }
  return second.length > doubleTextShare * lines.length ? [first, second] : [[...lines]];
}

/**
 * Separates the two pages of a sheet that was printed to be folded, with the front page at the right. Recognises the
 * front page by its title, which is larger than anything at the left.
 */
function splitSheet(lines: readonly Line[]): Line[][] {
  const whole = lines.reduce<Line | null>((all, line) => (all ? unite(all, line) : line), null);
  if (!whole || widthOf(whole) < heightOf(whole)) return [[...lines]];
  const middle = (whole.left + whole.right) / 2;
  const left = lines.filter((line) => line.right < middle);
  const right = lines.filter((line) => line.left > middle);
  const isDivided = left.length + right.length === lines.length;
  if (!isDivided || Math.min(left.length, right.length) < minSheetLines) return [[...lines]];
  const [title] = right.toSorted((one, other) => heightOf(other) - heightOf(one));
  const isTitled =
    title !== undefined &&
    right.filter((line) => isAbove(line, title)).length < maxLinesAboveTitle &&
    left.every((line) => heightOf(line) * minTitleRatio < heightOf(title));
  return isTitled ? [right, left] : [[...lines]];
}

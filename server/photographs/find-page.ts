import { findLines, meet, type Line } from './find-lines.ts';
import type { ColourPixels } from './pixels.ts';
import { areaOf, distance, type Point, type Quadrilateral } from './quadrilateral.ts';
import { createSideCheck } from './side-support.ts';

/** Of each kind; 14 flat and 14 steep ones make 8000 quadrilaterals, which take 60 ms. */
const maxLines = 12;
/** A page is at least this share of its photograph: a smaller one has too few pixels to be read. */
const minArea = 0.22;
/** How far outside the picture a corner may be, as a share of its longer side. */
const maxOutside = 0.06;
/** The least support of an edge. */
const minSupport = 0.6;
const areaWeight = 0.25;

/**
 * Finds the corners of a sheet of paper in a small picture (about 400 pixels on the longer side, slightly blurred): four
 * straight edges around something lighter than what is outside. Null if there is no sheet with all its edges in the picture;
 * then the picture is best left whole.
 */
export function findPage(picture: ColourPixels): Quadrilateral | null {
  const { width, height } = picture;
  const { flat, steep } = findLines(picture, maxLines);
  const pairsOf = (lines: Line[], middle: Point, along: (line: Line, at: Point) => number, least: number) =>
    lines.flatMap((first) =>
      lines
        .filter((second) => along(second, middle) - along(first, middle) >= least)
        .map((second) => [first, second] as const),
    );
  const middle = { x: width / 2, y: height / 2 };
  const rows = pairsOf(flat, middle, (line, { x }) => yAt(line, x), height * 0.3);
  const columns = pairsOf(steep, middle, (line, { y }) => xAt(line, y), width * 0.3);
  const check = createSideCheck(picture);

  let best: { corners: Quadrilateral; score: number } | null = null;
  for (const [top, low] of rows) {
    for (const [left, far] of columns) {
      const corners = cornersOf(top, far, low, left);
      if (!corners || !isSheet(corners, picture)) continue;
      const area = areaOf(corners) / (width * height);
      let sum = 0;
      let isGood = true;
      for (let side = 0; side < 4 && isGood; side += 1) {
        const support = check.supportOf(corners, side);
        sum += support;
        // The others cannot make up for it.
        isGood = support >= minSupport;
      }
      const score = sum / 4 + area * areaWeight;
      if (isGood && (!best || score > best.score)) best = { corners, score };
    }
  }
  return best && check.refine(best.corners);
}

/** Whether a sheet of paper can look like that: convex, without pointed corners, large, and nearly inside the picture. */
function isSheet(corners: Quadrilateral, { width, height }: ColourPixels): boolean {
  const outside = maxOutside * Math.max(width, height);
  for (const [index, corner] of corners.entries()) {
    if (corner.x < -outside || corner.x > width + outside || corner.y < -outside || corner.y > height + outside)
      return false;
    const before = corners[(index + 3) % 4] ?? corner;
    const after = corners[(index + 1) % 4] ?? corner;
    const [one, other] = [distance(corner, before), distance(corner, after)];
    if (one < 40 || other < 40) return false;
    const cross = (after.x - corner.x) * (before.y - corner.y) - (after.y - corner.y) * (before.x - corner.x);
    // The sine of the angle there: between 55 and 125 degrees.
    if (cross / (one * other) < 0.82) return false;
  }
  return areaOf(corners) >= minArea * width * height;
}

function cornersOf(top: Line, right: Line, bottom: Line, left: Line): Quadrilateral | null {
  const found = [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)];
  const [topLeft, topRight, bottomRight, bottomLeft] = found;
  return topLeft && topRight && bottomRight && bottomLeft ? [topLeft, topRight, bottomRight, bottomLeft] : null;
}

const yAt = ({ angle, offset }: Line, x: number) => (offset - x * Math.cos(angle)) / Math.sin(angle);
const xAt = ({ angle, offset }: Line, y: number) => (offset - y * Math.sin(angle)) / Math.cos(angle);

import { findLines, meet, type Line } from './find-lines.ts';
import type { ColourPixels } from './pixels.ts';
import { areaOf, distance, type Point, type Quadrilateral } from './quadrilateral.ts';
import { createSideCheck } from './side-support.ts';

/** The corners of a sheet of paper, and which of its sides (top, right, bottom, left) are where the picture ends. */
export type FoundPage = { corners: Quadrilateral; isCut: readonly [boolean, boolean, boolean, boolean] };

/** Maximum number of lines of each kind; 14 flat and 14 steep ones would make 8000 quadrilaterals, which take 60 ms. */
const maxLines = 12;
/** Minimum area of a page, as a fraction of its photograph; a smaller one has too few pixels to be read. */
const minArea = 0.22;
/** Maximum distance of a corner outside the picture, as a fraction of its longer side. */
const maxOutside = 0.06;
/** Support given to a side where the picture ends: better than a doubtful edge, worse than a good one. */
const cutSupport = 0.55;
/** Minimum support of a visible edge. If other sides are cut off, the edge must be very good. */
const minSupport = 0.6;
const minSupportWhenCut = 0.78;
const areaWeight = 0.25;

type Side = { line: Line; isCut: boolean };

/**
 * Finds a sheet of paper in a small picture (about 400 pixels on the longer side, slightly blurred): four straight edges
 * around an area that is lighter than its surroundings. Some edges, but not all, may be where the picture ends. Returns null
 * if there is no such sheet; the picture is then best left whole.
 */
export function findPage(picture: ColourPixels): FoundPage | null {
  const { width, height } = picture;
  const { flat, steep } = findLines(picture, maxLines);
  const right = { angle: 0, offset: width - 1 };
  const bottom = { angle: Math.PI / 2, offset: height - 1 };
  const flats: Side[] = [
    ...flat.map((line) => ({ line, isCut: false })),
    { line: { angle: Math.PI / 2, offset: 0 }, isCut: true },
    { line: bottom, isCut: true },
  ];
  const steeps: Side[] = [
    ...steep.map((line) => ({ line, isCut: false })),
    { line: { angle: 0, offset: 0 }, isCut: true },
    { line: right, isCut: true },
  ];
  const pairsOf = (sides: Side[], middle: Point, along: (line: Line, at: Point) => number, least: number) =>
    sides.flatMap((first) =>
      sides
        .filter((second) => along(second.line, middle) - along(first.line, middle) >= least)
        .map((second) => [first, second] as const),
    );
  const middle = { x: width / 2, y: height / 2 };
  const rows = pairsOf(flats, middle, (line, { x }) => yAt(line, x), height * 0.3);
  const columns = pairsOf(steeps, middle, (line, { y }) => xAt(line, y), width * 0.3);
  const check = createSideCheck(picture);

  let best: (FoundPage & { score: number }) | null = null;
  for (const [top, low] of rows) {
    for (const [left, far] of columns) {
      const corners = cornersOf(top.line, far.line, low.line, left.line);
      if (!corners || !isSheet(corners, picture)) continue;
      const sides = [top, far, low, left];
      const cuts = sides.filter(({ isCut }) => isCut).length;
      if (cuts === 4) continue;
      const area = areaOf(corners) / (width * height);
      const needed = cuts > 1 ? minSupportWhenCut : minSupport;
      let sum = 0;
      let isGood = true;
      for (const [index, { isCut }] of sides.entries()) {
        const support = isCut ? cutSupport : check.supportOf(corners, index);
        sum += support;
        // The other sides cannot make up for it.
        if (support < needed && !isCut) isGood = false;
        if (!isGood) break;
      }
      const score = sum / 4 + area * areaWeight;
      if (!isGood || (best && score <= best.score)) continue;
      best = { corners, isCut: sides.map(({ isCut }) => isCut) as unknown as FoundPage['isCut'], score };
    }
  }
  return best && { corners: check.refine(best.corners, best.isCut), isCut: best.isCut };
}

/** True if a sheet of paper can have these corners: convex, without pointed corners, large, and nearly inside the picture. */
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

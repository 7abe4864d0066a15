import type { FoundPage } from './find-photographed-page.ts';
import type { TextLines } from './find-text-lines.ts';
import {
  areaOf,
  invert,
  project,
  projectionTo,
  type Point,
  type Projection,
  type Quadrilateral,
} from './quadrilateral.ts';

/**
 * Focal length of a usual phone lens, as a multiple of the picture's longer side. It matters only if neither edges nor
 * text give the angle, and changes the angle only by some tenths of a degree between 0.6 and 1.2.
 */
const focal = 0.75;
/** Maximum size of a sheet, as a multiple of the part of it that is in the picture. */
const mostGrowth = 1.8;

type Vector = readonly [number, number, number];
type Known = readonly [boolean, boolean, boolean, boolean];

/**
 * Returns the quadrilateral of a sheet whose edges are not all in the picture, as a camera sees it. In the picture,
 * opposite sides of a sheet meet in a vanishing point, and so do its lines of text; the directions to the two points
 * are perpendicular. So this derives missing edges from the text, and a missing direction from the other one. It places
 * sides without an edge so that nothing in the picture is cut off. Returns null if too little is known.
 *
 * `text` are the lines on the page that `corners` were flattened to, of that size.
 */
export function completeSheet(
  { corners, isCut }: FoundPage,
  picture: { width: number; height: number },
  text: { lines: TextLines; width: number; height: number } | null,
): Quadrilateral | null {
  const unit = Math.max(picture.width, picture.height);
  const toCamera = ({ x, y }: Point): Point => ({
    x: (x - picture.width / 2) / unit,
    y: (y - picture.height / 2) / unit,
  });
  const seen = corners.map(toCamera) as unknown as Quadrilateral;
  const found = findDirections(seen, isCut.map((each) => !each) as unknown as Known, text);
  if (!found) return null;
  const rim = [
    { x: 0, y: 0 },
    { x: picture.width, y: 0 },
    { x: picture.width, y: picture.height },
    { x: 0, y: picture.height },
  ].map(toCamera);
  const whole = spanSides(seen, isCut, found, rim);
  return (
    whole &&
    (whole.map(({ x, y }) => ({
      x: x * unit + picture.width / 2,
      y: y * unit + picture.height / 2,
    })) as unknown as Quadrilateral)
  );
}

/** The vanishing points of the flat and of the steep sides of the sheet. */
type Directions = { flat: Vector; steep: Vector };

function findDirections(
  seen: Quadrilateral,
  known: Known,
  text: { lines: TextLines; width: number; height: number } | null,
): Directions | null {
  const sides = seen.map((corner, index) => through(corner, seen[(index + 1) % 4] ?? corner));
  const [top, right, bottom, left] = sides as [Vector, Vector, Vector, Vector];
  const flats = [known[0] ? top : null, known[2] ? bottom : null].filter((side) => side !== null);
  const steeps = [known[1] ? right : null, known[3] ? left : null].filter((side) => side !== null);
  const ofText = text && vanishingOf(text, seen);
  let flat = flats.length === 2 ? cross(top, bottom) : ofText && !text.lines.isSideways ? ofText : null;
  let steep = steeps.length === 2 ? cross(left, right) : ofText && text.lines.isSideways ? ofText : null;
  if (!flat && !steep) {
    // Without a second direction, assume no perspective.
    if (flats[0]) flat = cross(flats[0], infinity);
    else if (steeps[0]) steep = cross(steeps[0], infinity);
    else return null;
  }
  if (flat && !steep) steep = cross(steeps[0] ?? infinity, across(flat));
  if (steep && !flat) flat = cross(flats[0] ?? infinity, across(steep));
  return flat && steep && { flat, steep };
}

/** The line at infinity. */
const infinity: Vector = [0, 0, 1];

/**
 * Returns the line with the vanishing points of all directions that are perpendicular to the direction of this
 * vanishing point.
 */
function across([x, y, w]: Vector): Vector {
  return [x, y, w * focal ** 2];
}

function vanishingOf(text: { lines: TextLines; width: number; height: number }, seen: Quadrilateral): Vector | null {
  const { lines, width, height } = text;
  const projection = projectionTo(seen, width, height);
  if (!projection) return null;
  const { slope, turn, isSideways } = lines;
  // The point where all lines through (0, y) with the slope `slope + turn * y` meet, relative to the middle of the page.
  const [x, y, w]: Vector = isSideways ? [slope, -1, turn] : [1, slope, -turn];
  return map(projection, [x + (w * width) / 2, y + (w * height) / 2, w]);
}

function spanSides(
  seen: Quadrilateral,
  isCut: FoundPage['isCut'],
  { flat, steep }: Directions,
  rim: readonly Point[],
): Quadrilateral | null {
  const sides = seen.map((corner, index) => {
    const next = seen[(index + 1) % 4] ?? corner;
    if (!isCut[index]) return through(corner, next);
    const middle: Vector = [(corner.x + next.x) / 2, (corner.y + next.y) / 2, 1];
    return cross(index % 2 === 0 ? flat : steep, middle);
  });
  const first = cornersOf(sides);
  const forth = first && projectionTo(first, 1, 1);
  if (!forth) return null;
  const back = invert(forth);
  const visible = clip(
    rim,
    sides.filter((_, index) => !isCut[index]),
    middleOf(first),
  ).map((point) => project(back, point));
  const reach = (of: (point: Point) => number, isLowCut: boolean, isHighCut: boolean) => [
    isLowCut ? Math.min(...visible.map(of)) : 0,
    isHighCut ? Math.max(...visible.map(of)) : 1,
  ];
  const [west = 0, east = 1] = reach(({ x }) => x, isCut[3], isCut[1]);
  const [north = 0, south = 1] = reach(({ y }) => y, isCut[0], isCut[2]);
  const whole = [
    { x: west, y: north },
    { x: east, y: north },
    { x: east, y: south },
    { x: west, y: south },
  ].map((corner) => project(forth, corner)) as unknown as Quadrilateral;
  const isSane = isConvex(whole) && areaOf(whole) <= areaOf(seen) * mostGrowth && areaOf(whole) >= areaOf(seen) * 0.7;
  return isSane ? whole : null;
}

function cornersOf([top, right, bottom, left]: readonly Vector[]): Quadrilateral | null {
  if (!top || !right || !bottom || !left) return null;
  const corners = [cross(top, left), cross(top, right), cross(bottom, right), cross(bottom, left)].map(([x, y, w]) => ({
    x: x / w,
    y: y / w,
  }));
  return corners.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) && isConvex(corners)
    ? (corners as unknown as Quadrilateral)
    : null;
}

/** Returns the part of a polygon that is on the same side of these lines as a point (Sutherland and Hodgman). */
function clip(polygon: readonly Point[], lines: readonly Vector[], inside: Point): Point[] {
  let kept = [...polygon];
  for (const line of lines) {
    const sign = Math.sign(side(line, inside));
    const next: Point[] = [];
    for (const [index, point] of kept.entries()) {
      const before = kept.at(index - 1) ?? point;
      const [here, there] = [side(line, point) * sign, side(line, before) * sign];
      if (here >= 0 !== there >= 0) {
        const share = there / (there - here);
        next.push({ x: before.x + (point.x - before.x) * share, y: before.y + (point.y - before.y) * share });
      }
      if (here >= 0) next.push(point);
    }
    kept = next;
  }
  return kept;
}

const side = ([a, b, c]: Vector, { x, y }: Point) => a * x + b * y + c;

function middleOf(corners: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) => corners.reduce((total, corner) => total + of(corner), 0);
  return { x: sum(({ x }) => x) / corners.length, y: sum(({ y }) => y) / corners.length };
}

/** Corners are clockwise, with y downwards. */
function isConvex(corners: readonly Point[]): boolean {
  return corners.every((corner, index) => {
    const [next, last] = [corners[(index + 1) % 4] ?? corner, corners[(index + 2) % 4] ?? corner];
    return (next.x - corner.x) * (last.y - next.y) - (next.y - corner.y) * (last.x - next.x) > 0;
  });
}

function through(one: Point, other: Point): Vector {
  return cross([one.x, one.y, 1], [other.x, other.y, 1]);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function map([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: Projection, [x, y, w]: Vector): Vector {
  return [a * x + b * y + c * w, d * x + e * y + f * w, g * x + h * y + w];
}

export type Point = { x: number; y: number };

/** The corners, clockwise from the top left. */
export type Quadrilateral = readonly [Point, Point, Point, Point];

/** The eight numbers of a projective mapping; the ninth is 1. */
export type Projection = readonly number[];

/**
 * Returns the projective mapping from a rectangle of that size, with its top left corner at the origin, to the
 * quadrilateral; null if three corners are on one line.
 */
export function projectionTo(corners: Quadrilateral, width: number, height: number): Projection | null {
  const from: Quadrilateral = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const rows: number[][] = [];
  for (const [index, { x, y }] of from.entries()) {
    const to = corners[index] ?? { x: 0, y: 0 };
    rows.push([x, y, 1, 0, 0, 0, -x * to.x, -y * to.x, to.x]);
    rows.push([0, 0, 0, x, y, 1, -x * to.y, -y * to.y, to.y]);
  }
  return solve(rows);
}

export function project([a, b, c, d, e, f, g, h]: Projection, { x, y }: Point): Point {
  const scale = (g ?? 0) * x + (h ?? 0) * y + 1;
  return {
    x: ((a ?? 0) * x + (b ?? 0) * y + (c ?? 0)) / scale,
    y: ((d ?? 0) * x + (e ?? 0) * y + (f ?? 0)) / scale,
  };
}

/** Returns the inverse mapping. */
export function invert([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: Projection): Projection {
  const rows = [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const last = rows[8] ?? 1;
  return rows.slice(0, 8).map((value) => value / last);
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function areaOf(corners: readonly Point[]): number {
  let sum = 0;
  for (const [index, corner] of corners.entries()) {
    const next = corners[(index + 1) % corners.length] ?? corner;
    sum += corner.x * next.y - next.x * corner.y;
  }
  return Math.abs(sum) / 2;
}

/** Solves linear equations by Gaussian elimination with pivots; the last column is the right side. */
function solve(rows: number[][]): number[] | null {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const [first, second] = [rows[column], rows[pivot]];
    if (!first || !second || Math.abs(second[column] ?? 0) < 1e-9) return null;
    rows[column] = second;
    rows[pivot] = first;
    for (const [row, values] of rows.entries()) {
      if (row === column) continue;
      const factor = (values[column] ?? 0) / (second[column] ?? 1);
      for (let at = column; at <= size; at += 1) values[at] = (values[at] ?? 0) - factor * (second[at] ?? 0);
    }
  }
  return rows.map((values, row) => (values[size] ?? 0) / (values[row] ?? 1));
}

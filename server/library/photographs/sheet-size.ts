import { distance, type Quadrilateral } from './quadrilateral.ts';

/** Height by width of usual sheets: A4, Letter, Legal, and two A4 pages of an open booklet are A3, the same shape. */
const usualShapes = [Math.SQRT2, 11 / 8.5, 14 / 8.5];
/** Maximum difference at which a measured shape counts as a usual one. */
const snap = 0.06;

/**
 * Returns the height divided by the width of the sheet of paper whose picture has these corners. This follows from the
 * perspective alone for a camera whose axis goes through the middle of the picture (Zhang and He, Whiteboard scanning
 * and image enhancement, 2007). If opposite sides are parallel, it is undefined, and the lengths of the sides are used.
 */
export function shapeOf(
  corners: Quadrilateral,
  picture: { width: number; height: number },
  { isCut = false }: { isCut?: boolean } = {},
): number {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const across = (distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2;
  const down = (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2;
  const plain = down / Math.max(1, across);
  const measured = fromPerspective(corners, picture) ?? plain;
  // Perspective changes a shape by a third at most in photographs that people can read.
  const shape = measured > plain * 1.35 || measured < plain / 1.35 ? plain : measured;
  if (isCut) return shape;
  for (const usual of usualShapes) {
    if (Math.abs(shape / usual - 1) < snap) return usual;
    if (Math.abs(shape * usual - 1) < snap) return 1 / usual;
  }
  return shape;
}

function fromPerspective(corners: Quadrilateral, { width, height }: { width: number; height: number }): number | null {
  // Around the middle of the picture, in units of its longer side.
  const unit = Math.max(width, height);
  const [m1, m2, m4, m3] = corners.map(
    ({ x, y }) => [(x - width / 2) / unit, (y - height / 2) / unit, 1] as Vector,
  ) as [Vector, Vector, Vector, Vector];
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const n2 = minus(times(m2, k2), m1);
  const n3 = minus(times(m3, k3), m1);
  if (Math.abs(n2[2]) < 0.02 || Math.abs(n3[2]) < 0.02) return null;
  const focal = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2]);
  // Telephones have lenses of 0.5 to 3 times the longer side of the picture; others are an error of measurement.
  if (!(focal > 0.25 && focal < 9)) return null;
  const size = (n: Vector) => n[0] ** 2 / focal + n[1] ** 2 / focal + n[2] ** 2;
  const ratio = Math.sqrt(size(n3) / size(n2));
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
}

type Vector = [number, number, number];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

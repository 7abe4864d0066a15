import type { PageLocation } from './page-location.ts';
import type { Rotation } from './rotation.ts';

/** A point of an unrotated page: fractions from the left and from the top, 0 to 1. */
export type PagePoint = { page: number; x: number; y: number };

/** Returns the position of the point after the pages have been rotated clockwise by `rotation`. */
export function locationOfPoint({ page, x, y }: PagePoint, rotation: Rotation): PageLocation {
  const down = { 0: y, 90: x, 180: 1 - y, 270: 1 - x }[rotation];
  const across = { 0: x, 90: 1 - y, 180: 1 - x, 270: y }[rotation];
  return { page, fraction: clamp(down), across: clamp(across) };
}

function clamp(fraction: number): number {
  return Math.min(Math.max(fraction, 0), 1);
}

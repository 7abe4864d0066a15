import type { PageLocation } from './page-location.ts';
import type { Rotation } from './rotation.ts';

/** A point of an unrotated page: fractions from the left and from the top, 0 to 1. */
export type PagePoint = { page: number; x: number; y: number };

/** Returns the position of the point after the pages have been rotated clockwise by `rotation`. */
export function locationOfPoint({ page, x, y }: PagePoint, rotation: Rotation): PageLocation {
  const down = { 0: y, 90: x, 180: 1 - y, 270: 1 - x }[rotation];
  return { page, fraction: Math.min(Math.max(down, 0), 1) };
}

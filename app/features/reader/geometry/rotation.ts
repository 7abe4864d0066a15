/** The clockwise rotation of a document, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

const clockwise: Readonly<Record<Rotation, Rotation>> = { 0: 90, 90: 180, 180: 270, 270: 0 };
const counterclockwise: Readonly<Record<Rotation, Rotation>> = { 0: 270, 90: 0, 180: 90, 270: 180 };

/** Returns the rotation a quarter turn further, clockwise (`1`) or counterclockwise (`-1`). */
export function turn(rotation: Rotation, direction: 1 | -1): Rotation {
  return (direction === 1 ? clockwise : counterclockwise)[rotation];
}

/** True if width and height are exchanged. */
export function isSideways(rotation: Rotation): boolean {
  return rotation % 180 === 90;
}

/** A box on a page, in percent of the page's width and height. */
export type Box = { left: number; top: number; width: number; height: number };

/** Returns the position of a box of the upright page after the page is rotated. */
export function turnBox({ left, top, width, height }: Box, rotation: Rotation): Box {
  switch (rotation) {
    case 0:
      return { left, top, width, height };
    case 90:
      return { left: 100 - top - height, top: left, width: height, height: width };
    case 180:
      return { left: 100 - left - width, top: 100 - top - height, width, height };
    case 270:
      return { left: top, top: 100 - left - width, width: height, height: width };
  }
}

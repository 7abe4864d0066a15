import { gradientAt, meet, type Line } from './find-lines.ts';
import { toGrey, type ColourPixels } from './pixels.ts';
import { distance, type Point, type Quadrilateral } from './quadrilateral.ts';

/** Checks the sides of quadrilaterals in a picture. Corners are clockwise, and sides are counted from the top one. */
export type SideCheck = {
  /** Returns the fraction of the side, from 0 to 1, that has lighter paper inside and something else outside. */
  supportOf(corners: Quadrilateral, side: number): number;
  /** Moves the corners by a few pixels to the exact edges; sides that are cut off stay as they are. */
  refine(corners: Quadrilateral, isCut: readonly boolean[]): Quadrilateral;
};

const samples = 28;
/** Distances from the edge, in pixels, at which the inside is compared: larger than the width of a printed frame. */
const within = [4, 8];
/** Distances outside: larger than the gap between lines of text, because behind a line of text there is paper again. */
const beyond = [4, 8, 12, 16, 20];
/**
 * Minimum brightness by which paper is lighter than its background, unless it has another colour and is not much
 * darker.
 */
const minLighter = 12;
const minApart = 30;
const maxDarker = 14;
/** Distance in pixels within which the exact edge is searched. */
const reach = 5;

export function createSideCheck(picture: ColourPixels): SideCheck {
  const { data, width, height } = picture;
  const grey = toGrey(picture);

  function colourAt(x: number, y: number): readonly [number, number, number] | null {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= width || row >= height) return null;
    const at = (row * width + column) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  }

  function isEdge({ x, y }: Point, inwards: Point): boolean {
    const paper = [0, 0, 0];
    let count = 0;
    for (const step of within) {
      const colour = colourAt(x + inwards.x * step, y + inwards.y * step);
      if (!colour) continue;
      count += 1;
      for (const channel of [0, 1, 2]) paper[channel] = (paper[channel] ?? 0) + (colour[channel] ?? 0);
    }
    let compared = 0;
    for (const step of beyond) {
      const colour = colourAt(x - inwards.x * step, y - inwards.y * step);
      if (!colour || count === 0) continue;
      compared += 1;
      const [red, green, blue] = [0, 1, 2].map((channel) => (paper[channel] ?? 0) / count - (colour[channel] ?? 0)) as [
        number,
        number,
        number,
      ];
      const lighter = red * 0.3 + green * 0.59 + blue * 0.11;
      const apart = Math.hypot(red, green, blue);
      if (lighter < minLighter && (apart < minApart || lighter <= -maxDarker)) return false;
    }
    return compared > 0;
  }

  return {
    supportOf(corners, side) {
      const { from, to, inwards } = sideOf(corners, side);
      let good = 0;
      for (let index = 0; index < samples; index += 1) {
        const share = (index + 0.5) / samples;
        if (isEdge({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, inwards)) good += 1;
      }
      return good / samples;
    },

    refine(corners, isCut) {
      const lines = [0, 1, 2, 3].map((side) => {
        const { from, to, inwards } = sideOf(corners, side);
        const plain = lineThrough(from, to);
        if (isCut[side]) return plain;
        const points: Point[] = [];
        const length = distance(from, to);
        for (let at = length * 0.04; at < length * 0.96; at += 3) {
          const x = from.x + ((to.x - from.x) * at) / length;
          const y = from.y + ((to.y - from.y) * at) / length;
          const found = sharpest(grey, picture, { x, y }, inwards);
          if (found) points.push(found);
        }
        return fitLine(points, plain) ?? plain;
      });
      const [top, right, bottom, left] = lines;
      if (!top || !right || !bottom || !left) return corners;
      const moved = [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)];
      const isNear = moved.every((corner, index) => corner && distance(corner, corners[index] ?? corner) < reach * 2);
      return isNear ? (moved as unknown as Quadrilateral) : corners;
    },
  };
}

function sideOf(corners: Quadrilateral, side: number): { from: Point; to: Point; inwards: Point } {
  const from = corners[side % 4] ?? corners[0];
  const to = corners[(side + 1) % 4] ?? corners[0];
  const length = Math.max(1, distance(from, to));
  // Clockwise with y downwards, the inside is on the right.
  return { from, to, inwards: { x: -(to.y - from.y) / length, y: (to.x - from.x) / length } };
}

/** Returns the point nearby where brightness increases most towards the inside; null if it does not increase. */
function sharpest(
  grey: Uint8Array,
  { width, height }: ColourPixels,
  { x, y }: Point,
  inwards: Point,
): (Point & { weight: number }) | null {
  let best: (Point & { weight: number }) | null = null;
  for (let step = -reach; step <= reach; step += 0.5) {
    const [atX, atY] = [x + inwards.x * step, y + inwards.y * step];
    const [column, row] = [Math.round(atX), Math.round(atY)];
    if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue;
    const { across, down } = gradientAt(grey, width, row * width + column);
    const weight = Math.abs(across * inwards.x + down * inwards.y);
    if (weight > 30 && (!best || weight > best.weight)) best = { x: atX, y: atY, weight };
  }
  return best;
}

/**
 * Fits a line through most of the points, by least squares over the points near it; null if there are too few points.
 */
function fitLine(points: readonly Point[], start: Line): Line | null {
  let line = start;
  for (const limit of [reach, 2, 1.5]) {
    const near = points.filter(
      ({ x, y }) => Math.abs(x * Math.cos(line.angle) + y * Math.sin(line.angle) - line.offset) <= limit,
    );
    if (near.length < 12) return null;
    const x = near.reduce((sum, point) => sum + point.x, 0) / near.length;
    const y = near.reduce((sum, point) => sum + point.y, 0) / near.length;
    let [xx, xy, yy] = [0, 0, 0];
    for (const point of near) {
      xx += (point.x - x) ** 2;
      xy += (point.x - x) * (point.y - y);
      yy += (point.y - y) ** 2;
    }
    const angle = 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2;
    line = { angle, offset: x * Math.cos(angle) + y * Math.sin(angle) };
  }
  return line;
}

function lineThrough(from: Point, to: Point): Line {
  const angle = Math.atan2(to.y - from.y, to.x - from.x) + Math.PI / 2;
  return { angle, offset: from.x * Math.cos(angle) + from.y * Math.sin(angle) };
}

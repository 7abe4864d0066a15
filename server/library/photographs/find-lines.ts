import { toGrey, type ColourPixels } from './pixels.ts';
import type { Point } from './quadrilateral.ts';

/**
 * The line of all points with `x * cos(angle) + y * sin(angle) = offset`; `angle` is that of the line's normal, in
 * radians.
 */
export type Line = { angle: number; offset: number };

/** Minimum gradient of an edge; smaller ones are grain and shading. */
const minStep = 14;
/** Maximum vote of a pixel, so that a very strong edge does not outvote a longer weak one. */
const maxVote = 60;
/**
 * Degrees around its own gradient for which a pixel votes: the blur of a small picture changes the direction by up to
 * this much.
 */
const spread = 6;
/** Distance in degrees and pixels below which two lines count as one. */
const nearAngle = 5;
const nearOffset = 7;

/**
 * Finds the straightest long edges of a small picture, at most `count` of each kind, the strongest first: `flat` edges run
 * more from side to side, `steep` ones more from top to bottom (Hough transform).
 */
export function findLines(picture: ColourPixels, count: number): { flat: Line[]; steep: Line[] } {
  const { width, height } = picture;
  const grey = toGrey(picture);
  const reach = Math.ceil(Math.hypot(width, height));
  const offsets = 2 * reach + 1;
  const votes = new Float32Array(180 * offsets);
  const [cosines, sines] = [Math.cos, Math.sin].map((of) =>
    Float64Array.from({ length: 180 }, (_, degrees) => of((degrees * Math.PI) / 180)),
  ) as [Float64Array, Float64Array];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const { across, down } = gradientAt(grey, width, y * width + x);
      const strength = Math.hypot(across, down) / 4;
      if (strength < minStep) continue;
      const own = Math.round((Math.atan2(down, across) * 180) / Math.PI) + 360;
      const vote = Math.min(maxVote, strength);
      for (let degrees = own - spread; degrees <= own + spread; degrees += 1) {
        const angle = degrees % 180;
        const offset = Math.round(x * (cosines[angle] ?? 0) + y * (sines[angle] ?? 0)) + reach;
        const at = angle * offsets + offset;
        votes[at] = (votes[at] ?? 0) + vote;
      }
    }
  }
  const isFlat = (angle: number) => angle > 45 && angle < 135;
  return {
    flat: strongest(votes, offsets, reach, count, isFlat),
    steep: strongest(votes, offsets, reach, count, (angle) => !isFlat(angle)),
  };
}

/** Returns four times the change of brightness per pixel to the right and downwards (Sobel). */
export function gradientAt(grey: Uint8Array, width: number, at: number): { across: number; down: number } {
  const near = (dx: number, dy: number) => grey[at + dy * width + dx] ?? 0;
  return {
    across: near(1, -1) + 2 * near(1, 0) + near(1, 1) - near(-1, -1) - 2 * near(-1, 0) - near(-1, 1),
    down: near(-1, 1) + 2 * near(0, 1) + near(1, 1) - near(-1, -1) - 2 * near(0, -1) - near(1, -1),
  };
}

function strongest(
  votes: Float32Array,
  offsets: number,
  reach: number,
  count: number,
  isWanted: (angle: number) => boolean,
): Line[] {
  const peaks: { angle: number; offset: number; votes: number }[] = [];
  for (let angle = 0; angle < 180; angle += 1) {
    if (!isWanted(angle)) continue;
    for (let index = 1; index < offsets - 1; index += 1) {
      const here = votes[angle * offsets + index] ?? 0;
      // At least a dozen pixels of a good edge, so that few local peaks are left to sort.
      if (here < 12 * minStep) continue;
      if (here < (votes[angle * offsets + index - 1] ?? 0) || here < (votes[angle * offsets + index + 1] ?? 0))
        continue;
      peaks.push({ angle, offset: index - reach, votes: here });
    }
  }
  peaks.sort((one, other) => other.votes - one.votes);
  const chosen: typeof peaks = [];
  for (const peak of peaks) {
    if (chosen.length >= count) break;
    if (!chosen.some((each) => areNear(each, peak))) chosen.push(peak);
  }
  return chosen.map(({ angle, offset }) => ({ angle: (angle * Math.PI) / 180, offset }));
}

/**
 * True if two lines are near each other. Normals of 1° and 179° point to opposite sides, so the sign of the offset
 * changes.
 */
function areNear(one: Line, other: Line): boolean {
  const apart = Math.abs(one.angle - other.angle);
  if (apart <= nearAngle) return Math.abs(one.offset - other.offset) <= nearOffset;
  return 180 - apart <= nearAngle && Math.abs(one.offset + other.offset) <= nearOffset;
}

/** Returns the point where two lines meet; null if they are parallel. */
export function meet(one: Line, other: Line): Point | null {
  const determinant = Math.sin(other.angle - one.angle);
  if (Math.abs(determinant) < 0.1) return null;
  return {
    x: (one.offset * Math.sin(other.angle) - other.offset * Math.sin(one.angle)) / determinant,
    y: (other.offset * Math.cos(one.angle) - one.offset * Math.cos(other.angle)) / determinant,
  };
}

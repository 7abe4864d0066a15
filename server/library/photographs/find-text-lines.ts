import type { Letters } from '#server/library/text-extraction/ocr/find-letters.ts';

/**
 * Lines of text that meet in one point, in pixels around the middle of a page: the line through (0, y) has the slope
 * `slope + turn * y`.
 */
export type TextLines = {
  /** True if the lines run down or up the page; then x points down and y to the left. */
  isSideways: boolean;
  slope: number;
  turn: number;
  /** Sharpness of the profile relative to other angles; values below about 2 occur by chance. */
  clearness: number;
};

/** Search range of the slope in degrees, and of the difference between the slopes at the two ends of a page. */
const maxSlope = 14;
const maxTurn = 0.36;
const slopeStep = 0.5;
const turnStep = 0.03;
/** Number of pixels used for the first, coarse angle. */
const coarsePixels = 9000;
const minClearness = 2;

/**
 * Finds the lines of text that run across a page, or down it if `isSideways`, by their projection profile: along the
 * lines, ink alternates most strongly with the gaps between them. Returns null if no angle is much better than the others.
 */
export function findTextLines(
  letters: Letters,
  { width, height, isSideways }: { width: number; height: number; isSideways: boolean },
): TextLines | null {
  const xs = letters.xs.map((x) => x - width / 2);
  const ys = letters.ys.map((y) => y - height / 2);
  // Turned anticlockwise by a quarter: x becomes y, y becomes -x.
  const found = isSideways
    ? search(
        ys,
        xs.map((x) => -x),
        width,
      )
    : search(xs, ys, height);
  const { slope, turn, clearness } = found;
  return clearness < minClearness ? null : { isSideways, slope, turn, clearness };
}

type Found = { slope: number; turn: number; score: number };

function search(xs: Float64Array, ys: Float64Array, height: number): Found & { clearness: number } {
  const stride = Math.max(1, Math.ceil(xs.length / coarsePixels));
  const [someX, someY] = [xs, ys].map((all) => all.filter((_, index) => index % stride === 0)) as [
    Float64Array,
    Float64Array,
  ];
  let best: Found = { slope: 0, turn: 0, score: 0 };
  let [sum, count] = [0, 0];
  const look = (x: Float64Array, y: Float64Array, slope: number, turn: number) => {
    const score = sharpness(x, y, slope, turn);
    sum += score;
    count += 1;
    if (score > best.score) best = { slope, turn, score };
  };
  for (let degrees = -maxSlope; degrees <= maxSlope; degrees += slopeStep)
    for (let turn = -maxTurn; turn <= maxTurn + 1e-9; turn += turnStep)
      look(someX, someY, Math.tan((degrees * Math.PI) / 180), turn / height);
  const mean = sum / count;
  const clearness = best.score / mean;
  let [slopeReach, turnReach] = [0.006, turnStep * 0.7];
  best = { ...best, score: 0 };
  for (let round = 0; round < 4; round += 1) {
    const { slope, turn } = best;
    for (let across = -2; across <= 2; across += 1)
      for (let down = -2; down <= 2; down += 1)
        look(xs, ys, slope + (across / 2) * slopeReach, turn + ((down / 2) * turnReach) / height);
    slopeReach /= 2;
    turnReach /= 2;
  }
  return { ...best, clearness };
}

/** Returns the mean square of the differences between neighbouring rows of the profile along these lines. */
function sharpness(xs: Float64Array, ys: Float64Array, slope: number, turn: number): number {
  const profile = new Float64Array(8192);
  const middle = profile.length / 2;
  for (let index = 0; index < xs.length; index += 1) {
    const x = xs[index] ?? 0;
    const row = Math.round(((ys[index] ?? 0) - slope * x) / (1 + turn * x)) + middle;
    profile[row] = (profile[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < profile.length; row += 1) sum += ((profile[row] ?? 0) - (profile[row - 1] ?? 0)) ** 2;
  return sum / xs.length;
}

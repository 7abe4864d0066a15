/** Grey pixels, one byte each, row by row. */
export type GreyPixels = { data: Uint8Array; width: number; height: number };

/**
 * How the lines of text lie. `isSideways`: they run from top to bottom or from bottom to top. `skew`: degrees clockwise by
 * which they are turned beyond that, from -10 to 10.
 */
export type Slant = { isSideways: boolean; skew: number };

/** Degrees. Sheets lie further askew only when they were photographed carelessly, and then lines are bent as well. */
const maxSkew = 10;
const coarseStep = 0.5;
const fineStep = 0.1;
/** Fewer dark pixels than this are not a line of text. */
const minInk = 150;
/** More do not make the result better, only slower. */
const maxInk = 60_000;
/** The profile across lines of text is at least this much sharper than the one along them. */
const sidewaysAdvantage = 1.3;
/** An angle is only taken when its profile is sharper than that of the page as it is. */
const skewAdvantage = 1.02;

/**
 * Finds how the lines lie by their projection profile: summed along the lines of text, ink alternates most strongly with
 * the gaps between them. For pages reduced to about a thousand pixels on the longer side.
 */
export function findSlant(pixels: GreyPixels): Slant {
  const ink = findInk(pixels);
  if (ink.count < minInk) return { isSideways: false, skew: 0 };
  const upright = findSkew(ink.xs, ink.ys, ink.count);
  // Turned anticlockwise by a quarter, lines that run from top to bottom lie flat: x becomes y, y becomes -x.
  const turned = findSkew(ink.ys, negated(ink.xs), ink.count);
  return turned.score > upright.score * sidewaysAdvantage
    ? { isSideways: true, skew: turned.skew }
    : { isSideways: false, skew: upright.skew };
}

function findSkew(xs: Int32Array, ys: Int32Array, count: number): { skew: number; score: number } {
  const score = (degrees: number) => profileSharpness(xs, ys, count, Math.tan((degrees * Math.PI) / 180));
  const straight = score(0);
  let best = { skew: 0, score: straight };
  const look = (from: number, to: number, step: number) => {
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const found = score(degrees);
      if (found > best.score) best = { skew: Math.round(degrees * 100) / 100, score: found };
    }
  };
  look(-maxSkew, maxSkew, coarseStep);
  look(best.skew - coarseStep, best.skew + coarseStep, fineStep);
  return best.score > straight * skewAdvantage ? best : { skew: 0, score: straight };
}

/** The mean square of the differences between neighbouring rows of the profile along this slope. */
function profileSharpness(xs: Int32Array, ys: Int32Array, count: number, slope: number): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const rows = new Int32Array(count);
  for (let index = 0; index < count; index += 1) {
    const row = Math.round((ys[index] ?? 0) - (xs[index] ?? 0) * slope);
    rows[index] = row;
    if (row < least) least = row;
    if (row > most) most = row;
  }
  const profile = new Float64Array(most - least + 2);
  for (let index = 0; index < count; index += 1) {
    const row = (rows[index] ?? 0) - least;
    profile[row] = (profile[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < profile.length; row += 1) sum += ((profile[row] ?? 0) - (profile[row - 1] ?? 0)) ** 2;
  return sum / count;
}

/** Pixels darker than their surroundings, without the margins, where scanners leave shadows. */
function findInk({ data, width, height }: GreyPixels): { xs: Int32Array; ys: Int32Array; count: number } {
  const reach = Math.max(8, Math.round(Math.max(width, height) / 50));
  const sums = integralOf(data, width, height);
  const margin = Math.round(Math.min(width, height) * 0.02);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = margin; y < height - margin; y += 1) {
    const top = Math.max(0, y - reach);
    const bottom = Math.min(height, y + reach + 1);
    for (let x = margin; x < width - margin; x += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const at = (row: number, column: number) => sums[row * (width + 1) + column] ?? 0;
      const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
      const mean = sum / ((right - left) * (bottom - top));
      if ((data[y * width + x] ?? 255) < mean * 0.85 - 4) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  const stride = Math.max(1, Math.ceil(xs.length / maxInk));
  const count = Math.floor(xs.length / stride);
  const pick = (from: number[]) => Int32Array.from({ length: count }, (_, index) => from[index * stride] ?? 0);
  return { xs: pick(xs), ys: pick(ys), count };
}

/** At (row, column): the sum of all pixels above and to the left. */
function integralOf(data: Uint8Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

function negated(values: Int32Array): Int32Array {
  return values.map((value) => -value);
}

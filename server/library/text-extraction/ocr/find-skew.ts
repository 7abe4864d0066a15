import type { Ink } from './mark-ink.ts';

/**
 * Maximum skew in degrees. Sheets have more skew only when photographed carelessly, and then their lines are bent too.
 */
const maxSkew = 10;
const coarseStep = 0.5;
const fineStep = 0.1;
/** Minimum number of dark pixels of a line of text. */
const minInk = 150;
/** Maximum number of dark pixels; more do not make the result better, only slower. */
const maxInk = 60_000;
/** Factor by which the profile of an angle must be sharper than that of the unrotated page. */
const skewAdvantage = 1.02;

/**
 * Returns the skew of lines in degrees clockwise, from -10 to 10. The lines run across a page, or down it if
 * `isSideways`. Uses their projection profile: summed along the lines of text, ink alternates most strongly with the
 * gaps between them. The profile does not show the direction of the lines (`findTextAxis`), because columns may be as
 * regular as lines. For pages reduced to about a thousand pixels on the longer side.
 */
export function findSkew(ink: Ink, { isSideways }: { isSideways: boolean }): number {
  const { xs, ys } = collectInk(ink);
  if (xs.length < minInk) return 0;
  // Turned anticlockwise by a quarter, lines that run from top to bottom lie flat: x becomes y, y becomes -x.
  return isSideways ? searchSkew(ys, negated(xs)) : searchSkew(xs, ys);
}

function searchSkew(xs: Int32Array, ys: Int32Array): number {
  const score = (degrees: number) => profileSharpness(xs, ys, Math.tan((degrees * Math.PI) / 180));
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
  return best.score > straight * skewAdvantage ? best.skew : 0;
}

/** Returns the mean square of the differences between neighbouring rows of the profile along this slope. */
function profileSharpness(xs: Int32Array, ys: Int32Array, slope: number): number {
  const count = xs.length;
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

/** Collects ink without the margins, where scanners leave shadows. */
function collectInk({ isInk, width, height }: Ink): { xs: Int32Array; ys: Int32Array } {
  const margin = Math.round(Math.min(width, height) * 0.02);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = margin; y < height - margin; y += 1) {
    for (let x = margin; x < width - margin; x += 1) {
      if (isInk[y * width + x] !== 1) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  const stride = Math.max(1, Math.ceil(xs.length / maxInk));
  const count = Math.floor(xs.length / stride);
  const pick = (from: number[]) => Int32Array.from({ length: count }, (_, index) => from[index * stride] ?? 0);
  return { xs: pick(xs), ys: pick(ys) };
}

function negated(values: Int32Array): Int32Array {
  return values.map((value) => -value);
}

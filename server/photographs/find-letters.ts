import type { GreyPixels } from '#server/text/ocr/find-slant.ts';

/** Pixels of letters and words: what has the size and the shape of one. `count` is how many there are. */
export type Letters = { xs: Float64Array; ys: Float64Array; count: number };

/** Darker pixels are ink: paper whose light is even is white. */
const inkBelow = 150;
/** Pixels, on a page of a thousand: from the letters of 7 points to a word with a line above it. */
const shortest = 3;
const tallest = 48;
const longest = 260;
/** By its height: a longer thing is a ruled line or the line of a drawing. */
const mostOblong = 12;
/** The share of its box that ink fills: a slanted line fills next to nothing of its box. */
const leastFilled = 0.14;
const leastPixels = 7;
/** More pixels do not make an angle better, only slower. */
const maxPixels = 40_000;

/**
 * The letters on a page of about a thousand pixels whose light is even. Frames, ruled lines, drawings and specks are left
 * out, so that a drawing is not taken for text.
 */
export function findLetters({ data, width, height }: GreyPixels): Letters {
  const isSeen = new Uint8Array(width * height);
  const stack: number[] = [];
  const kept: number[] = [];
  let count = 0;
  for (let start = 0; start < data.length; start += 1) {
    if (isSeen[start] || (data[start] ?? 255) >= inkBelow) continue;
    const pixels: number[] = [];
    let [left, right, top, bottom] = [width, 0, height, 0];
    isSeen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      pixels.push(at);
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if (isSeen[near] || (data[near] ?? 255) >= inkBelow) continue;
          isSeen[near] = 1;
          stack.push(near);
        }
      }
    }
    if (!isLetter(right - left + 1, bottom - top + 1, pixels.length)) continue;
    // What touches the rim may be a part of something else.
    if (left === 0 || top === 0 || right === width - 1 || bottom === height - 1) continue;
    count += 1;
    for (const at of pixels) kept.push(at);
  }
  const stride = Math.max(1, Math.ceil(kept.length / maxPixels));
  const length = Math.floor(kept.length / stride);
  const pick = (of: (at: number) => number) =>
    Float64Array.from({ length }, (_, index) => of(kept[index * stride] ?? 0));
  return { xs: pick((at) => at % width), ys: pick((at) => Math.floor(at / width)), count };
}

function isLetter(across: number, down: number, pixels: number): boolean {
  const [long, short] = [Math.max(across, down), Math.min(across, down)];
  if (pixels < leastPixels || long < shortest || short > tallest || long > longest) return false;
  return long <= short * mostOblong && pixels >= across * down * leastFilled;
}

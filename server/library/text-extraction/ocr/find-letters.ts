import type { Ink } from './mark-ink.ts';

/** A box in pixels; `right` and `bottom` are the last pixels inside. */
export type LetterBox = { left: number; top: number; right: number; bottom: number };

/** Marks with the size and shape of a letter or a word, and the pixels of all of them. */
export type Letters = { boxes: LetterBox[]; xs: Float64Array; ys: Float64Array };

/**
 * In pixels, on a page of a thousand: letters of 7 points are the shortest marks, and a word with a line above it is
 * the tallest.
 */
const shortest = 3;
const tallest = 48;
const longest = 260;
/** Maximum length relative to the height: a longer mark is a ruled line or the line of a drawing. */
const mostOblong = 12;
/** Minimum fraction of its box that a mark fills: a slanted line fills nearly nothing of its box. */
const leastFilled = 0.14;
const leastPixels = 7;
/** Maximum number of pixels; more make an angle no more precise, only slower. */
const maxPixels = 40_000;

/**
 * Finds the letters on a page of about a thousand pixels. Frames, ruled lines, drawings and specks are left out, so that a
 * drawing is not taken for text.
 */
export function findLetters({ isInk, width, height }: Ink): Letters {
  const isSeen = new Uint8Array(width * height);
  const stack: number[] = [];
  const inLetters: number[] = [];
  const boxes: LetterBox[] = [];
  for (let start = 0; start < isInk.length; start += 1) {
    if (isSeen[start] === 1 || isInk[start] !== 1) continue;
    const pixels: number[] = [];
    const box = { left: width, top: height, right: 0, bottom: 0 };
    isSeen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      pixels.push(at);
      const x = at % width;
      const y = (at - x) / width;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if (isSeen[near] === 1 || isInk[near] !== 1) continue;
          isSeen[near] = 1;
          stack.push(near);
        }
      }
    }
    if (!isLetter(box, pixels.length)) continue;
    // A mark that touches the rim may be a part of something else.
    if (box.left === 0 || box.top === 0 || box.right === width - 1 || box.bottom === height - 1) continue;
    boxes.push(box);
    for (const at of pixels) inLetters.push(at);
  }
  const stride = Math.max(1, Math.ceil(inLetters.length / maxPixels));
  const length = Math.floor(inLetters.length / stride);
  const pick = (of: (at: number) => number) =>
    Float64Array.from({ length }, (_, index) => of(inLetters[index * stride] ?? 0));
  return { boxes, xs: pick((at) => at % width), ys: pick((at) => Math.floor(at / width)) };
}

function isLetter({ left, top, right, bottom }: LetterBox, pixels: number): boolean {
  const [across, down] = [right - left + 1, bottom - top + 1];
  const [long, short] = [Math.max(across, down), Math.min(across, down)];
  if (pixels < leastPixels || long < shortest || short > tallest || long > longest) return false;
  return long <= short * mostOblong && pixels >= across * down * leastFilled;
}

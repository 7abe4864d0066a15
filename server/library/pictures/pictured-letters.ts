import type { Pdfium } from './pdfium.ts';

/** Grey pixels, one byte each, row by row. */
type Grey = { data: Uint8Array; width: number; height: number };

/** A box on a page as shown, as fractions of it. */
export type ShownBox = { left: number; top: number; right: number; bottom: number };

/** The visible letters of a page, and how many of them are at the position of the page's own text. */
export type PicturedLetters = { letters: number; explained: number };

/** In shares of the longer side: letters of 5 to 40 points on A4. */
const shortest = 0.0035;
const tallest = 0.05;
/** Relative to its height: a longer mark is a ruled line. */
const mostOblong = 12;
/** A letter has a neighbour in its line within this multiple of its height, and of about its size. */
const nearLetters = 2.5;
const mostDifferent = 3;
/**
 * Distance beyond its box up to which a text explains letters, in shares of the box's height: boxes of recognised layers
 * are rough.
 */
const spareHeight = 0.35;
const fewestPixels = 6;

/**
 * Counts marks that have the size of letters and form lines, and how many of them are under `texts`. For pages of about
 * 1,400 pixels. A scan with a stamp has many letters that no text explains; of a text on a picture, text explains them
 * all.
 */
export function findPicturedLetters(page: Grey, texts: readonly ShownBox[]): PicturedLetters {
  const shapes = findShapes(page);
  const found = [...new Set([...inLines(shapes, (shape) => shape), ...inLines(shapes, turned)])];
  const isText = paintTexts(page, texts);
  const explained = found.filter(({ x, y }) => isText[Math.floor(y) * page.width + Math.floor(x)] === 1);
  return { letters: found.length, explained: explained.length };
}

/** Positioned by its middle. */
type Shape = { x: number; y: number; width: number; height: number };

/** Finds connected pixels that are darker than their surroundings and have the size of letters. */
function findShapes({ data, width, height }: Grey): Shape[] {
  const ink = findInk({ data, width, height });
  const side = Math.max(width, height);
  const stack: number[] = [];
  const shapes: Shape[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] !== 1) continue;
    let pixels = 0;
    let [left, right, top, bottom] = [width, 0, height, 0];
    ink[start] = 0;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      pixels += 1;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if (ink[near] !== 1) continue;
          ink[near] = 0;
          stack.push(near);
        }
      }
    }
    const [across, down] = [right - left + 1, bottom - top + 1];
    if (pixels < fewestPixels || down < side * shortest || down > side * tallest || across > down * mostOblong)
      continue;
    shapes.push({ x: (left + right + 1) / 2, y: (top + bottom + 1) / 2, width: across, height: down });
  }
  return shapes;
}

/** Turns a shape as on a page that is turned by a quarter, whose lines run from top to bottom. */
function turned({ x, y, width, height }: Shape): Shape {
  return { x: y, y: x, width: height, height: width };
}

/** Returns those with a neighbour next to them, after `turn`: the grain of a photograph has few. */
function inLines(shapes: readonly Shape[], turn: (shape: Shape) => Shape): Set<Shape> {
  const sorted = shapes.map((shape) => ({ shape, seen: turn(shape) })).sort((one, other) => one.seen.x - other.seen.x);
  const widest = Math.max(0, ...sorted.map(({ seen }) => seen.width));
  const isInLine = new Set<Shape>();
  for (const [index, { shape, seen }] of sorted.entries()) {
    const reach = seen.height * nearLetters + (seen.width + widest) / 2;
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.seen.x - seen.x > reach) break;
      if (!areNeighbours(seen, other.seen)) continue;
      isInLine.add(shape);
      isInLine.add(other.shape);
    }
  }
  return isInLine;
}

function areNeighbours(one: Shape, other: Shape): boolean {
  const [small, large] = [Math.min(one.height, other.height), Math.max(one.height, other.height)];
  const gap = Math.abs(other.x - one.x) - (one.width + other.width) / 2;
  return large <= small * mostDifferent && gap <= large * nearLetters && Math.abs(other.y - one.y) <= large * 0.6;
}

/** Returns 1 where a pixel is darker than its surroundings. */
function findInk({ data, width, height }: Grey): Uint8Array {
  const reach = Math.max(8, Math.round(Math.max(width, height) / 50));
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * (width + 1);
    const last = Math.min(height, y + reach + 1);
    const bottom = last * (width + 1);
    const rows = last - Math.max(0, y - reach);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        (sums[bottom + right] ?? 0) - (sums[top + right] ?? 0) - (sums[bottom + left] ?? 0) + (sums[top + left] ?? 0);
      if ((data[y * width + x] ?? 255) < (sum / ((right - left) * rows)) * 0.85 - 4) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** Returns 1 where the page has its own text. */
function paintTexts({ width, height }: Grey, texts: readonly ShownBox[]): Uint8Array {
  const painted = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of texts) {
    const spare = Math.min(bottom - top, right - left) * height * spareHeight + 2;
    const columns = [left * width - spare, right * width + spare].map((x) => Math.min(width, Math.max(0, x)));
    const [first = 0, last = 0] = [top * height - spare, bottom * height + spare].map((y) =>
      Math.min(height, Math.max(0, Math.round(y))),
    );
    for (let row = first; row < last; row += 1)
      painted.fill(1, row * width + Math.round(columns[0] ?? 0), row * width + Math.round(columns[1] ?? 0));
  }
  return painted;
}

/** Positions are rounded to this share of a page. */
const steps = 10_000;
/** Number of boxes of text that are read of a page; more do not change the estimate of the explained letters. */
const maxTextBoxes = 5000;

/** In the units of the PDF, from the lower left. */
type Bounds = { left: number; bottom: number; right: number; top: number };

/**
 * Returns a function that maps boxes of a loaded page to the page as shown: within its crop box, and with its rotation.
 */
export function createShownBoxes(pdfium: Pdfium, page: number): (bounds: Bounds) => ShownBox {
  const locate = (x: number, y: number, into: number) => {
    pdfium.toDevice(page, 0, 0, steps, steps, 0, x, y, into, into + 4);
    const view = new DataView(pdfium.heap().buffer, into, 8);
    return { x: view.getInt32(0, true) / steps, y: view.getInt32(4, true) / steps };
  };
  return ({ left, bottom, right, top }) => {
    const into = pdfium.allocate(8);
    try {
      const [one, other] = [locate(left, bottom, into), locate(right, top, into)];
      return {
        left: Math.min(one.x, other.x),
        right: Math.max(one.x, other.x),
        top: Math.min(one.y, other.y),
        bottom: Math.max(one.y, other.y),
      };
    } finally {
      pdfium.free(into);
    }
  };
}

/** Returns the boxes of the text of a loaded page as shown, piece by piece. */
export function readTextBoxes(pdfium: Pdfium, page: number): ShownBox[] {
  const text = pdfium.loadText(page);
  if (!text) return [];
  const toShown = createShownBoxes(pdfium, page);
  const bounds = pdfium.allocate(4 * 8);
  try {
    const count = Math.min(Math.max(0, pdfium.countTextBoxes(text, 0, -1)), maxTextBoxes);
    const boxes: ShownBox[] = [];
    for (let index = 0; index < count; index += 1) {
      if (!pdfium.textBox(text, index, bounds, bounds + 8, bounds + 16, bounds + 24)) continue;
      const view = new DataView(pdfium.heap().buffer, bounds, 32);
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 8, 16, 24].map((at) => view.getFloat64(at, true));
      boxes.push(toShown({ left, top, right, bottom }));
    }
    return boxes;
  } finally {
    pdfium.free(bounds);
    pdfium.closeText(text);
  }
}

import sharp, { type OverlayOptions } from 'sharp';
import { createRandom } from '#bench/documents/random.ts';
import { drawLetters } from './scanned-pages.ts';

/** A sheet with text at any positions, unlike those of scanned-pages.ts. Lengths are in points of 1/72 inch. */
export type DrawnSheet = {
  /** A4 upright unless given. */
  isWide?: boolean;
  texts?: readonly DrawnText[];
  /** Frames and ruled lines: left, top, width and height. */
  rules?: readonly (readonly [number, number, number, number])[];
  /** Lines of pen-like strokes, without readable text. */
  scribbles?: readonly { x: number; y: number; width: number; size: number; seed: number }[];
};

/** Lines with tabs between columns. `x` and `y` are the left end of the first line and its top. */
export type DrawnText = { x: number; y: number; lines: readonly string[]; points?: number; width?: number };

const dpi = 200;
const paper = 246;
const [short, long] = [595, 842];
const px = (points: number) => Math.round((points / 72) * dpi);

/** Draws a grey PNG of the sheet at 200 dpi. Throws if a text does not fit on it. */
export async function drawSheet({
  isWide = false,
  texts = [],
  rules = [],
  scribbles = [],
}: DrawnSheet): Promise<Buffer> {
  const [width, height] = (isWide ? [long, short] : [short, long]).map(px) as [number, number];
  const layers: OverlayOptions[] = [];
  for (const { x, y, lines, points = 11, width: wrap = (isWide ? long : short) - x - 30 } of texts) {
    const { data, info } = await drawLetters(lines, { width: px(wrap), points, dpi });
    if (px(x) + info.width > width || px(y) + info.height > height) throw new Error(`no room for "${lines[0]}"`);
    layers.push({ input: data, left: px(x), top: px(y) });
  }
  const pixels = await sharp({ create: { width, height, channels: 3, background: { r: paper, g: paper, b: paper } } })
    .composite(layers)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const ink = (x: number, y: number) => {
    if (x >= 0 && y >= 0 && x < width && y < height) pixels[y * width + x] = 40;
  };
  for (const [x, y, across, down] of rules)
    for (let row = px(y); row < px(y) + Math.max(2, px(down)); row += 1)
      for (let column = px(x); column < px(x) + Math.max(2, px(across)); column += 1) ink(column, row);
  for (const each of scribbles) scribble(each, ink);
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Draws words of loops that lean to the right, some with strokes above and fewer with strokes below the line. */
function scribble(
  { x, y, width, size, seed }: NonNullable<DrawnSheet['scribbles']>[number],
  ink: (x: number, y: number) => void,
): void {
  const random = createRandom(seed);
  const height = px(size);
  const pen = Math.max(1, Math.round(height / 9));
  const dot = (at: number, up: number) => {
    const left = Math.round(at + up * 0.25);
    const top = Math.round(px(y) + height * 2 - up);
    for (let row = 0; row <= pen; row += 1)
      for (let column = 0; column <= pen; column += 1) ink(left + column, top + row);
  };
  for (let at = px(x); at < px(x + width) - height * 3; at += height * (0.7 + random() * 0.6)) {
    const letters = 2 + Math.floor(random() * 6);
    for (let letter = 0; letter < letters; letter += 1) {
      const kind = random();
      const top = height * (kind < 0.35 ? 1.9 : 0.9 + random() * 0.2);
      const low = kind > 0.88 ? -height * 0.8 : 0;
      const wide = height * (0.6 + random() * 0.35);
      // Up, over, and down to the next letter.
      for (let step = 0; step <= 1; step += 0.5 / height) {
        const angle = step * 2 * Math.PI;
        dot(at + wide * step, low + ((top - low) * (1 - Math.cos(angle))) / 2);
      }
      at += wide;
    }
  }
}

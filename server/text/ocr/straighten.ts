import { readFileSync } from 'node:fs';
import { loadSharp } from '#server/pictures/load-sharp.ts';
import { findSlant } from './find-slant.ts';
import type { PageTurn, Size } from './page-turn.ts';
import { levelBackground } from './level-background.ts';
import type { ReadingWay } from './ocr-job.ts';
import { removeSpecks } from './remove-specks.ts';

type Sharp = Awaited<ReturnType<typeof loadSharp>>;

/** The longer side of the picture in which the slant is looked for. */
const reducedSide = 1000;
/** A4 at 300 dpi has 3508. Scans at 150 dpi are enlarged, larger pictures are reduced: both are read better, and faster. */
const bestSide = 3300;
const smallSide = 2600;
const largeSide = 4400;
/** A page of a stamp's size is not enlarged without end. */
const maxScale = 3;
/** Degrees: less is not worth the blur. */
const minSkew = 0.25;
/** Pixels of a speck at about 300 dpi: the dot of a letter of 7 points has 12 or more. */
const speckArea = 8;
/** Of a scan at 150 dpi and less. */
const minSpeckArea = 3;
/** As in server/pictures: more is not decoded. */
const maxPixels = 120_000_000;
/** Five or six lines at 300 dpi. */
const bandHeight = 420;
const inkShade = 128;

/**
 * Makes the background of a page white, turns it so that its lines run from left to right, and brings it to a size that
 * Tesseract reads well.
 */
export async function straighten(
  file: string,
  { isUpsideDown, part }: ReadingWay,
): Promise<{ png: Buffer; turn: PageTurn }> {
  const sharp = await loadSharp();
  // sharp is native and gets bytes, never a path (server/pictures/worker-rights.ts).
  const bytes = readFileSync(file);
  const opened = sharp(bytes, { limitInputPixels: maxPixels }).flatten({ background: 'white' }).greyscale();
  const { data: original, info } = await opened.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  levelBackground({ data: original, width, height });
  const reduced = await sharp(original, { raw: { width, height, channels: 1 }, limitInputPixels: maxPixels })
    .resize({ width: reducedSide, height: reducedSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const slant = findSlant({ data: reduced.data, width: reduced.info.width, height: reduced.info.height });
  const skew = Math.abs(slant.skew) < minSkew ? 0 : slant.skew;
  const turn = ((slant.isSideways ? 90 : 0) + (isUpsideDown ? 180 : 0)) as PageTurn['turn'];

  const page = bestSize({ width, height });
  const maxArea = Math.max(minSpeckArea, Math.round(speckArea * (width / page.width) ** 2));
  removeSpecks({ data: original, width, height }, maxArea);
  const pixels = page.width === width ? original : await resize(sharp, original, { width, height }, page);
  const angle = turn + skew;
  const clean = sharp(pixels, { raw: { ...page, channels: 1 }, limitInputPixels: maxPixels });
  const straight = await (angle === 0 ? clean : clean.rotate(-angle, { background: paperOf(reduced.data) }))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: straight.info.width, height: straight.info.height };
  let result = sharp(straight.data, { raw: { ...size, channels: 1 }, limitInputPixels: maxPixels });
  if (part === 'band') result = result.extract({ left: 0, width: size.width, ...bandOf(straight.data, size) });
  const png = await result.withMetadata({ density: 300 }).png({ compressionLevel: 1 }).toBuffer();
  return { png, turn: { turn, skew, page, straight: size } };
}

/** The rows around the middle of the ink: half of it is above. */
function bandOf(data: Uint8Array, { width, height }: Size): { top: number; height: number } {
  const ink = new Float64Array(height);
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = 0; x < width; x += 4) if ((data[y * width + x] ?? 255) < inkShade) sum += 1;
    ink[y] = sum;
  }
  const half = ink.reduce((sum, each) => sum + each, 0) / 2;
  let middle = 0;
  for (let sum = 0; middle < height - 1 && sum < half; middle += 1) sum += ink[middle] ?? 0;
  const top = Math.max(0, Math.min(height - bandHeight, middle - Math.round(bandHeight / 2)));
  return { top, height: Math.min(bandHeight, height - top) };
}

function resize(sharp: Sharp, pixels: Buffer, { width, height }: Size, to: Size): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: maxPixels })
    .resize({ ...to, fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

function bestSize({ width, height }: Size): Size {
  const side = Math.max(width, height);
  if (side >= smallSide && side <= largeSide) return { width, height };
  const scale = Math.min(maxScale, bestSide / side);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The colour with which corners are filled: the most frequent of the lighter half. */
function paperOf(pixels: Uint8Array): { r: number; g: number; b: number } {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  let paper = 255;
  for (let shade = 128; shade < 256; shade += 1) if ((counts[shade] ?? 0) > (counts[paper] ?? 0)) paper = shade;
  return { r: paper, g: paper, b: paper };
}

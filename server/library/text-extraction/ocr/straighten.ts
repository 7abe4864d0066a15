import { readFileSync } from 'node:fs';
import type { Sharp } from 'sharp';
import { loadSharp } from '#server/machinery/processes/load-sharp.ts';
import { findLetters, type LetterBox } from './find-letters.ts';
import { findSkew } from './find-skew.ts';
import { findLetterTurn, type LetterTurn } from './letter-turn.ts';
import { levelBackground } from './level-background.ts';
import { markInk } from './mark-ink.ts';
import type { PageTurn, PixelBox, Size } from './turned-boxes.ts';
import type { ReadingWay } from './ocr-engine.ts';
import { removeSpecks } from './remove-specks.ts';

/** The longer side of the picture in which skew and letters are searched. */
const reducedSide = 1000;
/**
 * A4 at 300 dpi has 3508. Scans at 150 dpi are enlarged, larger pictures are reduced: both are read better, and faster.
 */
const bestSide = 3300;
const smallSide = 2600;
const largeSide = 4400;
/** Limits the enlargement of a page of a stamp's size. */
const maxScale = 3;
/** In degrees: less is not worth the blur. */
const minSkew = 0.25;
/** Pixels of a speck at about 300 dpi: the dot of a letter of 7 points has 12 or more. */
const speckArea = 8;
/** For a scan at 150 dpi and less. */
const minSpeckArea = 3;
/** The same as in server/library/pictures: more is not decoded. */
const maxPixels = 120_000_000;
/** In pixels: five or six lines at 300 dpi. If there are fewer letters, the band is higher. */
const bandHeight = 420;
const bandLetters = 160;
const highBand = 840;
const fewLetters = 40;
/** Around the letters, in pixels of the reduced picture: Tesseract needs some paper. */
const bandMargin = 8;

/** A picture as it is read; `letters` is the turn that they show, for a band only. */
type Straightened = { png: Buffer; turn: PageTurn; letters: LetterTurn };

/**
 * Makes the background of a page white, turns it, its text being turned clockwise by `turn` and askew, so that its lines
 * run from left to right, and scales it to a size that Tesseract reads well.
 */
export async function straighten(file: string, { turn, part }: ReadingWay): Promise<Straightened> {
  const sharp = await loadSharp();
  const openPixels = (data: Buffer, size: Size) =>
    sharp(data, { raw: { width: size.width, height: size.height, channels: 1 }, limitInputPixels: maxPixels });
  // sharp is native and gets bytes, never a path (server/machinery/processes/worker-child.ts).
  const bytes = readFileSync(file);
  const opened = sharp(bytes, { limitInputPixels: maxPixels }).flatten({ background: 'white' }).greyscale();
  const { data: original, info } = await opened.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const scan = { width: info.width, height: info.height };
  levelBackground({ data: original, ...scan });
  const reduced = await reduce(openPixels(original, scan));
  const found = findSkew(markInk(reduced), { isSideways: turn % 180 !== 0 });
  const skew = Math.abs(found) < minSkew ? 0 : found;

  const page = bestSize(scan);
  removeSpecks(
    { data: original, ...scan },
    Math.max(minSpeckArea, Math.round(speckArea * (scan.width / page.width) ** 2)),
  );
  const pixels = page.width === scan.width ? original : await resize(openPixels(original, scan), page);
  const angle = turn + skew;
  const clean = openPixels(pixels, page);
  const straight = await (angle === 0 ? clean : clean.rotate(-angle, { background: paperOf(reduced.data) }))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: straight.info.width, height: straight.info.height };
  const result = { turn: { turn, skew, page, straight: size } };
  const write = (picture: Sharp) => picture.withMetadata({ density: 300 }).png({ compressionLevel: 1 }).toBuffer();
  if (part === 'page') return { ...result, png: await write(openPixels(straight.data, size)), letters: null };
  const small = await reduce(openPixels(straight.data, size));
  const { boxes } = findLetters(markInk(small));
  const band = bandOf(boxes, small, size);
  const png = await write(openPixels(straight.data, size).extract(band));
  return { ...result, png, letters: findLetterTurn(boxes) };
}

async function reduce(picture: Sharp): Promise<Size & { data: Buffer }> {
  const { data, info } = await picture
    .resize({ width: reducedSide, height: reducedSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * Returns the rows with the most letters, without marks beside them, in pixels of the page; the whole page without
 * letters.
 */
function bandOf(letters: readonly LetterBox[], reduced: Size, page: Size): PixelBox {
  const scale = page.width / reduced.width;
  const { left, top, right, bottom } = outlineOf(densestRows(letters, bandHeight, scale), reduced);
  const [x, y] = [Math.floor(left * scale), Math.floor(top * scale)];
  const width = Math.min(page.width, Math.ceil(right * scale)) - x;
  return { left: x, top: y, width, height: Math.min(page.height, Math.ceil(bottom * scale)) - y };
}

/** Returns the letters in the rows of that height that have the most; in higher ones if they are few. */
function densestRows(letters: readonly LetterBox[], height: number, scale: number): LetterBox[] {
  const sorted = letters.toSorted((one, other) => one.top - other.top);
  let densest: LetterBox[] = [];
  let last = 0;
  for (const [first, { top }] of sorted.entries()) {
    while (last < sorted.length && (sorted[last]?.top ?? 0) <= top + height / scale) last += 1;
    if (last - first > densest.length) densest = sorted.slice(first, last);
  }
  const isEnough = densest.length >= Math.min(height < highBand ? bandLetters : fewLetters, sorted.length);
  return isEnough ? densest : densestRows(letters, height * 2, scale);
}

/** Returns the outline of these letters with a margin, or the whole picture. */
function outlineOf(letters: readonly LetterBox[], { width, height }: Size): LetterBox {
  if (letters.length === 0) return { left: 0, top: 0, right: width, bottom: height };
  const outline = { left: width, top: height, right: 0, bottom: 0 };
  for (const { left, top, right, bottom } of letters) {
    outline.left = Math.min(outline.left, left - bandMargin);
    outline.top = Math.min(outline.top, top - bandMargin);
    outline.right = Math.max(outline.right, right + 1 + bandMargin);
    outline.bottom = Math.max(outline.bottom, bottom + 1 + bandMargin);
  }
  return {
    left: Math.max(0, outline.left),
    top: Math.max(0, outline.top),
    right: Math.min(width, outline.right),
    bottom: Math.min(height, outline.bottom),
  };
}

function resize(picture: Sharp, to: Size): Promise<Buffer> {
  return picture
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

/** Returns the colour with which corners are filled: the most frequent of the lighter half. */
function paperOf(pixels: Uint8Array): { r: number; g: number; b: number } {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  let paper = 255;
  for (let shade = 128; shade < 256; shade += 1) if ((counts[shade] ?? 0) > (counts[paper] ?? 0)) paper = shade;
  return { r: paper, g: paper, b: paper };
}

import { findLetters } from '#server/library/text-extraction/ocr/find-letters.ts';
import { findSkew } from '#server/library/text-extraction/ocr/find-skew.ts';
import { findLetterTurn, type LetterTurn } from '#server/library/text-extraction/ocr/letter-turn.ts';
import { markInk, type GreyPixels, type Ink } from '#server/library/text-extraction/ocr/mark-ink.ts';
import { evenLight } from './even-light.ts';
import { findPage, type FoundPage } from './find-photographed-page.ts';
import { completeSheet } from './cut-sheet.ts';
import { findTextLines } from './find-text-lines.ts';
import { openPhotograph, UnusablePhotograph, type OpenPhotograph } from './open-photograph.ts';
import { pageSide } from './photograph-limits.ts';
import { toGrey, type ColourPixels } from './pixels.ts';
import { distance, type Quadrilateral } from './quadrilateral.ts';
import { shapeOf } from './sheet-size.ts';
import { unwarp } from './unwarp.ts';

/** A page made of a photograph. */
export type PreparedPage = {
  pixels: ColourPixels;
  /** True if the edges of a sheet were found; otherwise the page is the whole picture. */
  isCropped: boolean;
  /** True if the picture looks like paper with writing. Other pictures are not cleaned. */
  isPaper: boolean;
  /** Clockwise rotation of the picture in degrees, judged by its letters; they do not show if it is upside down. */
  turn: NonNullable<LetterTurn>;
  /**
   * Position of the page in the photograph: its corners as fractions of width and height, and a further clockwise
   * rotation.
   */
  place: { corners: Quadrilateral; skew: number };
};

/**
 * Longer side of the picture in which the sheet is searched, and of the picture in which letters and skew are searched.
 */
const searchSide = 400;
const textSide = 1000;
/**
 * Oversampling: the number of pixels that are mapped for each pixel of the page along one side, so that the mapping can
 * average them.
 */
const spare = 1.3;
/** Maximum number of decoded pixels along the longer side: 40 MB. */
const maxDecodedSide = 4200;
/** Fraction of a sheet that is cut off at its rim, because the edge has a shadow and is not quite straight. */
const rim = 0.004;
/** Minimum skew in degrees that is worth correcting. */
const minSkew = 0.1;
/** Minimum fraction of white on a page of paper once its light is even; ink is neither missing nor most of the page. */
const leastPaper = 0.55;
const leastInk = 0.0015;
const mostInk = 0.35;
/** Minimum number of letters from which the angle of a page can be judged. */
const minLetters = 40;
/** Brightness below which pixels are ink: paper is white once its light is even. */
const inkBelow = 150;

/**
 * Makes a page from a photograph: upright by its EXIF orientation, cut at the edges of the sheet, without perspective,
 * with straight lines and even light. With `keepsWhole`, shape and light stay as they are. Throws `UnusablePhotograph`.
 */
export async function preparePage(bytes: Buffer, { keepsWhole }: { keepsWhole: boolean }): Promise<PreparedPage> {
  const photograph = await openPhotograph(bytes);
  const small = await decode(photograph, searchSide, 0.8);
  const sheet = keepsWhole ? null : findPage(small);
  const seen: FoundPage = sheet ?? { corners: wholeOf(small), isCut: [true, true, true, true] };
  const corners = shares(inset(seen), small);
  const target = Math.min(pageSide, Math.round(sideOf(corners, photograph)));
  const side = (target * spare * Math.max(photograph.width, photograph.height)) / sideOf(corners, photograph);
  const picture = await decode(photograph, Math.min(maxDecodedSide, Math.ceil(side)));
  const place = times(corners, picture);
  const isCut = seen.isCut.some(Boolean);
  const shape = sheet ? shapeOf(place, picture, { isCut }) : picture.height / picture.width;

  const draft = flatten(picture, place, sizeFor(shape, Math.min(textSide, target)));
  const paper = { ...draft, data: Uint8Array.from(draft.data) };
  evenLight(paper);
  const isPaper = !keepsWhole && looksLikePaper(paper);
  const grey = { ...sizeOf(paper), data: toGrey(paper) };
  const letters = isPaper ? findLetters(markDark(grey)) : null;
  const turn = (letters && findLetterTurn(letters.boxes)) ?? 0;
  const isSideways = turn !== 0;
  // A drawing has lines in all directions, from which the angle of the sheet cannot be judged.
  const text = letters && letters.boxes.length >= minLetters ? letters : null;
  const lines = text && isCut ? findTextLines(text, { ...sizeOf(grey), isSideways }) : null;
  const complete =
    isCut && !keepsWhole
      ? completeSheet({ corners: place, isCut: seen.isCut }, picture, lines && { ...sizeOf(grey), lines })
      : null;
  const found = text && !complete ? findSkew(markInk(grey), { isSideways }) : 0;
  const skew = Math.abs(found) < minSkew ? 0 : found;
  const size = complete ? sizeFor(shapeOf(complete, picture, { isCut }), target) : sizeFor(shape, target);
  const page = flatten(picture, complete ?? place, { ...size, skew });
  if (isPaper) evenLight(page);
  const where = { corners: shares(complete ?? place, picture), skew };
  return { pixels: page, isCropped: sheet !== null, isPaper, turn, place: where };
}

function markDark({ data, width, height }: GreyPixels): Ink {
  return { isInk: Uint8Array.from(data, (shade) => (shade < inkBelow ? 1 : 0)), width, height };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

/** Returns the longest side of a page with these corners (as fractions), in pixels of the picture. */
function sideOf(corners: Quadrilateral, picture: { width: number; height: number }): number {
  const inPixels = times(corners, picture);
  return Math.max(...inPixels.map((corner, index) => distance(corner, inPixels[(index + 1) % 4] ?? corner)));
}

function flatten(
  picture: ColourPixels,
  corners: Quadrilateral,
  size: { width: number; height: number; skew?: number },
): ColourPixels {
  const flat = unwarp(picture, corners, size) ?? unwarp(picture, wholeOf(picture), size);
  if (!flat) throw new UnusablePhotograph('damaged', 'a picture without width or height');
  return flat;
}

/**
 * Decodes the first picture of the file, upright, reduced so that its longer side is `side`, on white, in sRGB with
 * eight bits.
 */
async function decode(photograph: OpenPhotograph, side: number, blur?: number): Promise<ColourPixels> {
  let image = photograph
    .open()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  if (blur !== undefined) image = image.blur(blur);
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new UnusablePhotograph('damaged', String(error));
    });
  const { width, height, channels } = info;
  if (channels === 3) return { data, width, height };
  const colours = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) colours.fill(data[at * channels] ?? 0, at * 3, at * 3 + 3);
  return { data: colours, width, height };
}

function shares(corners: Quadrilateral, { width, height }: { width: number; height: number }): Quadrilateral {
  return corners.map(({ x, y }) => ({ x: x / width, y: y / height })) as unknown as Quadrilateral;
}

function times(corners: Quadrilateral, { width, height }: { width: number; height: number }): Quadrilateral {
  return corners.map(({ x, y }) => ({ x: x * width, y: y * height })) as unknown as Quadrilateral;
}

function wholeOf({ width, height }: ColourPixels): Quadrilateral {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/** Returns the corners without the rim of the sheet; sides where the picture ends have no rim. */
function inset({ corners, isCut }: FoundPage): Quadrilateral {
  const moved = corners.map((corner, index) => {
    const [before, after] = [corners[(index + 3) % 4] ?? corner, corners[(index + 1) % 4] ?? corner];
    // The side from this corner to the next one has the corner's number, and is left by moving along the side before.
    const [alongBefore, alongAfter] = [isCut[index] ? 0 : rim, isCut[(index + 3) % 4] ? 0 : rim];
    return {
      x: corner.x + (before.x - corner.x) * alongBefore + (after.x - corner.x) * alongAfter,
      y: corner.y + (before.y - corner.y) * alongBefore + (after.y - corner.y) * alongAfter,
    };
  });
  return moved as unknown as Quadrilateral;
}

/** `shape` is height by width. */
function sizeFor(shape: number, side: number): { width: number; height: number } {
  return shape >= 1
    ? { width: Math.max(1, Math.round(side / shape)), height: side }
    : { width: side, height: Math.max(1, Math.round(side * shape)) };
}

/** True if a page with even light is mostly white, with some ink. */
function looksLikePaper(page: ColourPixels): boolean {
  const grey = toGrey(page);
  let [white, ink] = [0, 0];
  for (const shade of grey) {
    if (shade > 235) white += 1;
    else if (shade < 110) ink += 1;
  }
  const [whiteShare, inkShare] = [white / grey.length, ink / grey.length];
  return whiteShare >= leastPaper && inkShare >= leastInk && inkShare <= mostInk;
}

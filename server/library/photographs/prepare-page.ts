import { findLetters } from '#server/library/text-extraction/ocr/find-letters.ts';
import { findSkew } from '#server/library/text-extraction/ocr/find-skew.ts';
import { findLetterTurn, type LetterTurn } from '#server/library/text-extraction/ocr/letter-turn.ts';
import { markInk, type GreyPixels, type Ink } from '#server/library/text-extraction/ocr/mark-ink.ts';
import { completeSheet } from './cut-sheet.ts';
import { evenLight } from './even-light.ts';
import { findPage, type FoundPage } from './find-photographed-page.ts';
import { findTextLines } from './find-text-lines.ts';
import { openPhotograph, UnusablePhotograph, type OpenPhotograph } from './open-photograph.ts';
import { pageSide } from './photograph-limits.ts';
import { toGrey, type ColourPixels } from './pixels.ts';
import { distance, projectionTo, type Quadrilateral } from './quadrilateral.ts';

/** Height by width of usual sheets: A4, Letter, Legal, and two A4 pages of an open booklet are A3, the same shape. */
const usualShapes = [Math.SQRT2, 11 / 8.5, 14 / 8.5];
/** Largest difference at which a measured shape counts as a usual one. */
const snap = 0.06;

/**
 * Returns height by width of the sheet of paper whose picture has these corners. It follows from the perspective alone, for
 * a camera whose axis goes through the middle of the picture (Zhang and He, Whiteboard scanning and image enhancement,
 * 2007). If opposite sides are parallel, that is undefined, and the lengths of the sides are used.
 */
function shapeOf(
  corners: Quadrilateral,
  picture: { width: number; height: number },
  { isCut = false }: { isCut?: boolean } = {},
): number {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const across = (distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2;
  const down = (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2;
  const plain = down / Math.max(1, across);
  const measured = fromPerspective(corners, picture) ?? plain;
  // Perspective changes a shape by a third at most in photographs that people can read.
  const shape = measured > plain * 1.35 || measured < plain / 1.35 ? plain : measured;
  if (isCut) return shape;
  for (const usual of usualShapes) {
    if (Math.abs(shape / usual - 1) < snap) return usual;
    if (Math.abs(shape * usual - 1) < snap) return 1 / usual;
  }
  return shape;
}

function fromPerspective(corners: Quadrilateral, { width, height }: { width: number; height: number }): number | null {
  // Around the middle of the picture, in units of its longer side.
  const unit = Math.max(width, height);
  const [m1, m2, m4, m3] = corners.map(
    ({ x, y }) => [(x - width / 2) / unit, (y - height / 2) / unit, 1] as Vector,
  ) as [Vector, Vector, Vector, Vector];
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const n2 = minus(scaled(m2, k2), m1);
  const n3 = minus(scaled(m3, k3), m1);
  if (Math.abs(n2[2]) < 0.02 || Math.abs(n3[2]) < 0.02) return null;
  const focal = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2]);
  // Telephones have lenses of 0.5 to 3 scaled the longer side of the picture; others are an error of measurement.
  if (!(focal > 0.25 && focal < 9)) return null;
  const size = (n: Vector) => n[0] ** 2 / focal + n[1] ** 2 / focal + n[2] ** 2;
  const ratio = Math.sqrt(size(n3) / size(n2));
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
}

type Vector = [number, number, number];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/**
 * Returns the sheet with these corners as a flat picture of that size, turned anticlockwise by `skew` degrees around its
 * middle. Areas outside the sheet or the picture are white. Returns null if the corners are not those of a sheet.
 */
function unwarp(
  picture: ColourPixels,
  corners: Quadrilateral,
  size: { width: number; height: number; skew?: number },
): ColourPixels | null {
  const { width, height, skew = 0 } = size;
  const projection = projectionTo(corners, width, height);
  if (!projection) return null;
  const flat = new Uint8Array(width * height * 3).fill(255);
  const [cosine, sine] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const { data } = picture;
  const [lastX, lastY] = [picture.width - 1, picture.height - 1];
  // `project` is inlined here, since it would be called for every pixel.
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projection;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const fromMiddleX = column + 0.5 - width / 2;
      const fromMiddleY = row + 0.5 - height / 2;
      const onX = fromMiddleX * cosine - fromMiddleY * sine + width / 2;
      const onY = fromMiddleX * sine + fromMiddleY * cosine + height / 2;
      if (onX < 0 || onY < 0 || onX > width || onY > height) continue;
      const scale = g * onX + h * onY + 1;
      const x = (a * onX + b * onY + c) / scale;
      const y = (d * onX + e * onY + f) / scale;
      // Half a pixel outside still belongs to the pixel at the border.
      if (!(x > -1 && y > -1 && x < lastX + 2 && y < lastY + 2)) continue;
      const inX = Math.min(lastX, Math.max(0, x - 0.5));
      const inY = Math.min(lastY, Math.max(0, y - 0.5));
      const left = Math.floor(inX);
      const top = Math.floor(inY);
      const shareX = inX - left;
      const shareY = inY - top;
      const first = (top * picture.width + left) * 3;
      const right = left < lastX ? 3 : 0;
      const below = top < lastY ? picture.width * 3 : 0;
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = first + channel;
        const upper = (data[at] ?? 0) * (1 - shareX) + (data[at + right] ?? 0) * shareX;
        const lower = (data[at + below] ?? 0) * (1 - shareX) + (data[at + below + right] ?? 0) * shareX;
        flat[to + channel] = upper * (1 - shareY) + lower * shareY + 0.5;
      }
    }
  }
  return { data: flat, width, height };
}

/** A page made of a photograph. */
export type PreparedPage = {
  pixels: ColourPixels;
  /** True if the edges of a sheet were found; otherwise the page is the whole picture. */
  isCropped: boolean;
  /** True if it looks like paper with writing. Other pictures are not cleaned. */
  isPaper: boolean;
  /** Degrees clockwise by which it is turned, judged by its letters; they do not show whether it is upside down. */
  turn: NonNullable<LetterTurn>;
  /** Position of the page in the photograph: its corners as shares of width and height, and a further turn clockwise. */
  place: { corners: Quadrilateral; skew: number };
};

/** Longer side of the picture in which the sheet is searched, and of the one in which letters and skew are. */
const searchSide = 400;
const textSide = 1000;
/** Oversampling: more pixels along the page than it gets, so that the mapping has something to average. */
const spare = 1.3;
/** Most pixels decoded along the longer side: 40 MB. */
const maxDecodedSide = 4200;
/** Share of a sheet that is cut off at its rim: the edge has a shadow and is not quite straight. */
const rim = 0.004;
/** Smallest skew in degrees that is worth correcting. */
const minSkew = 0.1;
/** Least share of white on a page of paper once its light is even; ink is neither missing nor most of the page. */
const leastPaper = 0.55;
const leastInk = 0.0015;
const mostInk = 0.35;
/** Fewest letters from which the angle of a page can be judged. */
const minLetters = 40;
/** Darker pixels are ink: paper is white once its light is even. */
const inkBelow = 150;

/**
 * Makes a page of a photograph: upright by its EXIF orientation, cut at the edges of the sheet, without perspective, with
 * straight lines and even light. `keepsWhole` leaves shape and light as they are. Throws `UnusablePhotograph`.
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

/** Returns the longest side of a page with these corners (as shares), in pixels of the picture. */
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

/** Decodes the first picture of the file, upright, reduced to that longer side, on white, in sRGB with eight bits. */
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

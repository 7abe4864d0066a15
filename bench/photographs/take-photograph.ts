import sharp from 'sharp';
import { createRandom } from '#bench/documents/random.ts';
import {
  invert,
  project,
  projectionTo,
  type Point,
  type Quadrilateral,
} from '#server/library/photographs/quadrilateral.ts';

/** Position, light and flaws of a photograph of a page. */
export type Camera = {
  /** Degrees clockwise by which the sheet lies on the table. */
  turn?: number;
  /**
   * Shortening of the far side of the sheet, from 0 to 0.3. The camera is tilted accordingly, and slightly sideways.
   */
  perspective?: number;
  /** Shift of the sheet to the right and down, as fractions of the photograph: parts of it are cut off. */
  shift?: readonly [number, number];
  /** Size of the sheet relative to the largest that fits. */
  zoom?: number;
  /** Focal length by the photograph's longer side: 0.75 for the usual lens of a phone. */
  focal?: number;
  /** From 0 to 1: light that comes from one side, and the shadow of an arm. */
  shadow?: number;
  /** From 0 to 1: grain. */
  noise?: number;
  /** The standard deviation of the blur, in pixels of the photograph. */
  blur?: number;
  table?: 'wood' | 'dark' | 'cloth';
  /** The longer side of the photograph in pixels. */
  side?: number;
  /** The share of the photograph's height that the sheet takes. */
  share?: number;
  /** The quality of the JPEG. */
  quality?: number;
  seed?: number;
};

/** `corners`: those of the page, from its top left one clockwise, as fractions of the photograph. */
export type Photograph = { jpeg: Buffer; corners: Quadrilateral };

/**
 * Makes a photograph of a flat page (a PNG): the page lies on a table, is seen from an angle and lit unevenly. A JPEG
 * without metadata. The same bytes for the same arguments and version of sharp.
 */
export async function takePhotograph(page: Buffer, camera: Camera): Promise<Photograph> {
  const { turn = 0, perspective = 0, shadow = 0, noise = 0, blur = 0, quality = 70, seed = 1 } = camera;
  const sheet = await sharp(page).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width: pageWidth, height: pageHeight } = sheet.info;
  const height = camera.side ?? 3200;
  const width = Math.round(height * 0.75);
  const corners = placeOf({ pageWidth, pageHeight, width, height, turn, perspective, ...camera });
  const forth = projectionTo(corners, pageWidth, pageHeight);
  if (!forth) throw new Error('this position of the page is impossible');
  const back = invert(forth);
  const random = createRandom(seed);
  const pixels = Buffer.alloc(width * height * 3);
  const [lightX, lightY] = [random() - 0.5, random() - 0.5];
  const table = tables[camera.table ?? 'wood'];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const on = project(back, { x: x + 0.5, y: y + 0.5 });
      const isOn = on.x >= 0 && on.y >= 0 && on.x < pageWidth && on.y < pageHeight;
      const light = lightAt(x / width, y / height, { lightX, lightY, shadow });
      const grain = noise === 0 ? 0 : (random() + random() - 1) * 55 * noise;
      const to = (y * width + x) * 3;
      const ground = isOn ? null : table(x / height, y / height);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = ground?.[channel] ?? sample(sheet.data, sheet.info, on.x - 0.5, on.y - 0.5, channel);
        // The light of a lamp is yellow.
        const tint = channel === 2 ? 1 - 0.12 * shadow : 1;
        pixels[to + channel] = Math.max(0, Math.min(255, value * light * tint + grain));
      }
    }
  }
  let photograph = sharp(pixels, { raw: { width, height, channels: 3 } });
  if (blur > 0) photograph = photograph.blur(Math.max(0.3, blur));
  const corner = ({ x, y }: Point) => ({ x: x / width, y: y / height });
  const [first, second, third, fourth] = corners;
  return {
    jpeg: await photograph.jpeg({ quality }).toBuffer(),
    corners: [corner(first), corner(second), corner(third), corner(fourth)],
  };
}

/** Returns the flat page, white in the parts outside a photograph with these corners (as fractions). */
export async function partInside(page: Buffer, corners: Quadrilateral): Promise<Buffer> {
  const { data, info } = await sharp(page).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const forth = projectionTo(corners, width, height);
  if (!forth) throw new Error('this position of the page is impossible');
  for (let at = 0; at < data.length; at += 1) {
    const { x, y } = project(forth, { x: at % width, y: Math.floor(at / width) });
    if (x < 0 || y < 0 || x > 1 || y > 1) data[at] = 255;
  }
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Returns the positions of the corners in a camera without flaws (a pinhole). */
function placeOf(parts: {
  pageWidth: number;
  pageHeight: number;
  width: number;
  height: number;
  turn: number;
  perspective: number;
  share?: number;
  shift?: readonly [number, number];
  zoom?: number;
  focal?: number;
}): Quadrilateral {
  const { pageWidth, pageHeight, width, height, turn, perspective } = parts;
  const { share = 0.86, shift = [0, 0], zoom = 1 } = parts;
  const focal = (parts.focal ?? 0.75) * height;
  const angle = (turn * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  // As large as fits after the rotation.
  const reachX = Math.abs(pageWidth * cosine) + Math.abs(pageHeight * sine);
  const reachY = Math.abs(pageWidth * sine) + Math.abs(pageHeight * cosine);
  const scale = zoom * Math.min((width * 0.94) / reachX, (height * share) / reachY);
  const halves = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  // Points further up, and slightly those further right, are further away.
  const pitchSine = (2 * perspective * focal) / height;
  const yawSine = 0.4 * pitchSine;
  const [pitchCosine, yawCosine] = [Math.sqrt(1 - pitchSine ** 2), Math.sqrt(1 - yawSine ** 2)];
  const corners = halves.map(([signX = 0, signY = 0]) => {
    const [sheetX, sheetY] = [(signX * pageWidth * scale) / 2, (signY * pageHeight * scale) / 2];
    const x = sheetX * cosine - sheetY * sine + shift[0] * width;
    const y = sheetX * sine + sheetY * cosine + shift[1] * height;
    const away = x * yawSine;
    const depth = 1 + (away * pitchCosine - y * pitchSine) / focal;
    const down = y * pitchCosine + away * pitchSine;
    return { x: width / 2 + (x * yawCosine) / depth, y: height / 2 + down / depth };
  });
  return corners as unknown as Quadrilateral;
}

function lightAt(x: number, y: number, { lightX, lightY, shadow }: { lightX: number; lightY: number; shadow: number }) {
  const fall = 0.95 + (lightX * (x - 0.5) + lightY * (y - 0.5)) * 0.7 * shadow;
  // The shadow of an arm from below, with a soft edge.
  const across = x - 0.62 + 0.25 * y;
  const edge = 1 / (1 + Math.exp(-across * 45));
  return fall * (1 - 0.42 * shadow * edge);
}

type Ground = (x: number, y: number) => readonly [number, number, number];

const tables: Record<NonNullable<Camera['table']>, Ground> = {
  wood(x, y) {
    const ring = 18 * Math.sin(y * 130 + 6 * Math.sin(x * 9)) + 8 * Math.sin(y * 700 + x * 60);
    return [150 + ring, 104 + ring * 0.8, 66 + ring * 0.6];
  },
  dark(x, y) {
    const speck = 10 * Math.sin(x * 900) * Math.cos(y * 800);
    return [52 + speck, 55 + speck, 60 + speck];
  },
  cloth(x, y) {
    const square = (Math.floor(x * 14) + Math.floor(y * 14)) % 2 === 0 ? 1 : 0;
    const thread = 8 * Math.sin(x * 1500) * Math.sin(y * 1500);
    return square ? [178 + thread, 60 + thread, 62 + thread] : [96 + thread, 40 + thread, 48 + thread];
  },
};

function sample(
  data: Buffer,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
  channel: number,
): number {
  const [inX, inY] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const [left, top] = [Math.floor(inX), Math.floor(inY)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [shareX, shareY] = [inX - left, inY - top];
  const at = (row: number, column: number) => data[(row * width + column) * 3 + channel] ?? 0;
  const upper = at(top, left) * (1 - shareX) + at(top, right) * shareX;
  return upper * (1 - shareY) + (at(bottom, left) * (1 - shareX) + at(bottom, right) * shareX) * shareY;
}

import sharp from 'sharp';
import { createRandom } from '#bench/documents/random.ts';
import { takePhotograph, type Camera, type Photograph } from '#bench/photographs/take-photograph.ts';
import { drawKind, sheetKinds, type SheetKind } from './sheet-kinds.ts';

const sheet = { width: 500, height: 707 };

/** Makes a small photograph of a sheet of A4 with lines of dark blocks, like words from a distance. */
export async function photographSheet(camera: Camera = {}): Promise<Photograph> {
  const pixels = Buffer.alloc(sheet.width * sheet.height, 246);
  const random = createRandom(3);
  for (let line = 0; line < 24; line += 1) {
    const end = line % 4 === 3 ? 250 : 440;
    for (let x = 60; x < end; x += 8) {
      for (const last = x + 12 + random() * 40; x < last; x += 1)
        for (let y = 72 + line * 24; y < 79 + line * 24; y += 1) pixels[y * sheet.width + x] = 35;
    }
  }
  return take(pixels, camera);
}

/**
 * Makes a small photograph of a sheet without text: empty, or with slanted lines that rise to the right by this many
 * degrees.
 */
export async function photographDrawing(slope: number | null, camera: Camera = {}): Promise<Photograph> {
  const pixels = Buffer.alloc(sheet.width * sheet.height, 246);
  const rise = Math.tan(((slope ?? 0) * Math.PI) / 180);
  for (let line = 0; line < (slope === null ? 0 : 12); line += 1)
    for (let x = 80; x < 420; x += 1)
      for (let thick = 0; thick < 3; thick += 1)
        pixels[Math.round(160 + line * 40 - (x - 80) * rise + thick) * sheet.width + x] = 35;
  return take(pixels, camera);
}

/**
 * Makes a photograph of a sheet of that kind, rotated by about this many degrees: seen from an angle, unevenly lit and
 * slightly skewed, differently for each kind and direction. It is large enough to be recognised.
 */
export async function photographKind(kind: SheetKind, { turn }: { turn: 0 | 90 | 180 | 270 }): Promise<Photograph> {
  const number = Object.keys(sheetKinds).indexOf(kind) * 4 + turn / 90;
  const tables = ['wood', 'dark', 'cloth'] as const;
  return takePhotograph(await drawKind(kind), {
    turn: turn + ((number * 7) % 11) - 5,
    perspective: 0.06 + (number % 4) * 0.04,
    shadow: 0.2 + (number % 3) * 0.3,
    noise: 0.35,
    blur: 0.7,
    side: 2400,
    table: tables[number % 3] ?? 'wood',
    seed: number + 1,
  });
}

async function take(pixels: Buffer, camera: Camera): Promise<Photograph> {
  const page = await sharp(pixels, { raw: { ...sheet, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return takePhotograph(page, { side: 800, quality: 80, ...camera });
}

import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { Size } from './shot.ts';

/** Maximum size of a sheet, so that text in its pictures can be read. */
const sheet = { width: 1990, height: 2400, gap: 14, caption: 26 };
const columnsFor: Record<Size['name'], number> = { phone: 6, tablet: 4, desktop: 3 };
/** Height above which a picture is cut into pieces, one next to the other. */
const maxPieceHeight = 1150;

type Piece = { caption: string; file: string; left: number; top: number; slice: { top: number; height: number } };

/**
 * Lays out the pictures of one size and theme on as many sheets as needed, in order, each below its name. Returns the
 * names of the sheets.
 */
export async function makeContactSheets(options: {
  folder: string;
  size: Size;
  theme: string;
  /** File names of pictures in the folder. */
  pictures: readonly string[];
}): Promise<string[]> {
  const { folder, size, theme, pictures } = options;
  const columns = columnsFor[size.name];
  const width = Math.floor((sheet.width - sheet.gap * (columns + 1)) / columns);
  const sheets: Piece[][] = [];
  // Down the first column, then down the next: the shots are in reading order.
  let column = columns;
  let bottom = 0;

  for (const file of pictures) {
    const { width: fullWidth, height: fullHeight } = await sharp(path.join(folder, file)).metadata();
    const whole = Math.round((fullHeight * width) / fullWidth);
    const count = Math.ceil(whole / maxPieceHeight);
    const pieceHeight = Math.ceil(whole / count);
    for (let index = 0; index < count; index += 1) {
      const slice = { top: index * pieceHeight, height: Math.min(pieceHeight, whole - index * pieceHeight) };
      if (bottom + sheet.caption + slice.height + sheet.gap > sheet.height) {
        column += 1;
        bottom = sheet.gap;
      }
      if (column >= columns) {
        sheets.push([]);
        column = 0;
        bottom = sheet.gap;
      }
      const top = bottom + sheet.caption;
      const name = file.replace(`-${size.name}-${theme}.png`, '');
      const caption = count === 1 ? name : `${name} ${index + 1}/${count}`;
      sheets.at(-1)?.push({ caption, file, left: sheet.gap + column * (width + sheet.gap), top, slice });
      bottom = top + slice.height + sheet.gap;
    }
  }

  const names: string[] = [];
  for (const [index, pieces] of sheets.entries()) {
    if (pieces.length === 0) continue;
    const name = `sheet-${size.name}-${theme}-${String(index + 1).padStart(2, '0')}.png`;
    await drawSheet(folder, name, pieces, width);
    names.push(name);
  }
  return names;
}

async function drawSheet(folder: string, name: string, pieces: readonly Piece[], width: number): Promise<void> {
  const height = Math.max(...pieces.map((piece) => piece.top + piece.slice.height)) + sheet.gap;
  const captions = pieces.map(
    ({ caption, left, top }) =>
      `<text x="${left}" y="${top - 8}" font-family="sans-serif" font-size="16" font-weight="bold" fill="#111">${caption}</text>`,
  );
  const frames = pieces.map(
    ({ left, top, slice }) =>
      `<rect x="${left - 1}" y="${top - 1}" width="${width + 2}" height="${slice.height + 2}" fill="#777"/>`,
  );
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${height}"><rect width="100%" height="100%" fill="#c9c9c9"/>${frames.join('')}${captions.join('')}</svg>`;
  const overlays: OverlayOptions[] = [];
  for (const { file, left, top, slice } of pieces) {
    const small = await sharp(path.join(folder, file)).resize({ width }).toBuffer({ resolveWithObject: true });
    // Rounding may leave the last piece a line short.
    const rest = Math.min(slice.height, small.info.height - slice.top);
    if (rest < 1) continue;
    const input = await sharp(small.data).extract({ left: 0, top: slice.top, width, height: rest }).toBuffer();
    overlays.push({ input, left, top });
  }
  await sharp(Buffer.from(ground)).composite(overlays).png().toFile(path.join(folder, name));
}

/** A small picture: `width` × `height` pixels of red, green, blue and alpha, 0 to 255 each, row by row. */
export type PixelGrid = { width: number; height: number; data: Uint8ClampedArray };

/** A rectangle of pixels; `right` and `bottom` are exclusive. */
export type PixelBox = { left: number; top: number; right: number; bottom: number };

/** A picture divided into squares of `tileSide` pixels, row by row. */
export type TileMap = {
  columns: number;
  rows: number;
  /** 1 if the square is paper, with or without text on it; else 0. */
  isPaper: Uint8Array;
  /** The fraction of each square's pixels that are coloured or neither light nor black, 0 to 1. */
  tone: Float32Array;
  /** The fraction of all pixels that are nearly black, 0 to 1. */
  black: number;
};

/** Two or three lines of a page 200 pixels wide: enough to include paper between words. */
export const tileSide = 8;

/**
 * Rank of the pixel that gives a square's background: this fraction of its pixels is darker, because between lines of
 * small print a fifth of a square is blank paper.
 */
const groundRank = 0.85;

/** Paper is not darker than this (0 to 255), even photographed in a dim room … */
const minPaperLight = 72;

/**
 * … has little colour: aged paper and warm light reach 70 between the strongest and the weakest of red, green and blue
 * …
 */
const maxPaperColour = 80;

/**
 * … and is not much darker than the lightest background nearby: light changes slowly over a sheet, but not over a
 * photograph.
 */
const minShareOfNearby = 0.7;

/** Distance in squares over which the light is compared. */
const nearby = 3;

/** Finds the squares of a part of a picture that are paper. */
export function mapTiles(grid: PixelGrid, box: PixelBox): TileMap {
  const columns = Math.max(1, Math.ceil((box.right - box.left) / tileSide));
  const rows = Math.max(1, Math.ceil((box.bottom - box.top) / tileSide));
  const ground = new Float32Array(columns * rows);
  const colour = new Float32Array(columns * rows);
  const tone = new Float32Array(columns * rows);
  let black = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = box.left + column * tileSide;
      const top = box.top + row * tileSide;
      const tile = {
        left,
        top,
        right: Math.min(left + tileSide, box.right),
        bottom: Math.min(top + tileSide, box.bottom),
      };
      const seen = measureTile(grid, tile);
      const index = row * columns + column;
      ground[index] = seen.ground;
      colour[index] = seen.colour;
      tone[index] = seen.tone;
      black += seen.black;
    }
  }
  const light = maxNearby(ground, columns, rows);
  const isPaper = Uint8Array.from(ground, (value, index) =>
    value >= minPaperLight && (colour[index] ?? 0) <= maxPaperColour && value >= (light[index] ?? 0) * minShareOfNearby
      ? 1
      : 0,
  );
  return { columns, rows, isPaper, tone, black: black / (columns * rows) };
}

/** Luminance and colourfulness of a pixel, 0 to 255. */
export function readPixel(grid: PixelGrid, x: number, y: number): { light: number; colour: number } {
  const at = (y * grid.width + x) * 4;
  const red = grid.data[at] ?? 0;
  const green = grid.data[at + 1] ?? 0;
  const blue = grid.data[at + 2] ?? 0;
  return {
    light: 0.299 * red + 0.587 * green + 0.114 * blue,
    colour: Math.max(red, green, blue) - Math.min(red, green, blue),
  };
}

/**
 * Measures the background of a square: how light and how coloured it is; and which fractions of the square have a shade or are
 * black.
 */
function measureTile(grid: PixelGrid, tile: PixelBox) {
  const counts = new Uint16Array(256);
  const colours = new Uint32Array(256);
  let total = 0;
  let toned = 0;
  let black = 0;
  for (let y = tile.top; y < tile.bottom; y += 1) {
    for (let x = tile.left; x < tile.right; x += 1) {
      const { light, colour } = readPixel(grid, x, y);
      const level = Math.round(light);
      counts[level] = (counts[level] ?? 0) + 1;
      colours[level] = (colours[level] ?? 0) + colour;
      total += 1;
      if (light < minPaperLight) black += 1;
      if (colour > 40 || (light > 40 && light < 190)) toned += 1;
    }
  }
  let above = 0;
  let colourAbove = 0;
  let ground = 255;
  for (; ground > 0; ground -= 1) {
    above += counts[ground] ?? 0;
    colourAbove += colours[ground] ?? 0;
    if (above > total * (1 - groundRank)) break;
  }
  return { ground, colour: colourAbove / Math.max(above, 1), tone: toned / total, black: black / total };
}

function maxNearby(values: Float32Array, columns: number, rows: number): Float32Array {
  const along = new Float32Array(values.length);
  const all = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let most = 0;
      for (let x = Math.max(0, column - nearby); x <= Math.min(columns - 1, column + nearby); x += 1) {
        most = Math.max(most, values[row * columns + x] ?? 0);
      }
      along[row * columns + column] = most;
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let most = 0;
      for (let y = Math.max(0, row - nearby); y <= Math.min(rows - 1, row + nearby); y += 1) {
        most = Math.max(most, along[y * columns + column] ?? 0);
      }
      all[row * columns + column] = most;
    }
  }
  return all;
}

import { readPixel, tileSide, type PixelBox, type PixelGrid, type TileMap } from './tile-map.ts';

/** A photograph on a scanned sheet has at least this many squares in each direction … */
const minTiles = 4;

/**
 * A photograph fills at least this fraction of its rectangle, unlike the edge of a sheet, a shadow or a row of stamps.
 */
const minFilled = 0.7;

/** … and has shades: pure black and white is print. */
const minTone = 0.45;

/** A photograph found on a sheet: its squares in the map, and its pixels in the grid. */
export type Photograph = { tiles: PixelBox; pixels: PixelBox };

/**
 * Returns the photographs on a scanned sheet, as rectangles. Only clear cases: anything in doubt counts as paper, because a light
 * patch in a text is worse than an inverted picture. `box` is the part of the grid that `map` shows.
 */
export function findPhotographs(grid: PixelGrid, box: PixelBox, map: TileMap): Photograph[] {
  const other = closeGaps(map);
  const label = new Uint8Array(other.length);
  const found: Photograph[] = [];
  for (let start = 0; start < other.length; start += 1) {
    if (!other[start] || label[start]) continue;
    const region = gather(other, label, map, start);
    const columns = region.right - region.left;
    const rows = region.bottom - region.top;
    if (Math.min(columns, rows) < minTiles) continue;
    if (region.tiles < minFilled * columns * rows) continue;
    if (meanTone(map, region) < minTone) continue;
    const rough = {
      left: box.left + region.left * tileSide,
      top: box.top + region.top * tileSide,
      right: Math.min(box.right, box.left + region.right * tileSide),
      bottom: Math.min(box.bottom, box.top + region.bottom * tileSide),
    };
    found.push({ tiles: region, pixels: trimPaper(grid, rough, box) });
  }
  return found;
}

type Region = { left: number; top: number; right: number; bottom: number; tiles: number };

/** Returns the squares that are not paper, including single light squares between them: a cloud is part of the photograph. */
function closeGaps(map: TileMap): Uint8Array {
  const { columns, rows, isPaper } = map;
  return Uint8Array.from(isPaper, (paper, index) => {
    if (!paper) return 1;
    const row = Math.floor(index / columns);
    const column = index % columns;
    const isOther = (y: number, x: number) =>
      y >= 0 && y < rows && x >= 0 && x < columns && !isPaper[y * columns + x] ? 1 : 0;
    const across = isOther(row, column - 1) + isOther(row, column + 1);
    const down = isOther(row - 1, column) + isOther(row + 1, column);
    return across === 2 || down === 2 ? 1 : 0;
  });
}

function gather(other: Uint8Array, label: Uint8Array, map: TileMap, start: number): Region {
  const { columns, rows } = map;
  const region: Region = { left: columns, top: rows, right: 0, bottom: 0, tiles: 0 };
  const open = [start];
  label[start] = 1;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const row = Math.floor(index / columns);
    const column = index % columns;
    region.left = Math.min(region.left, column);
    region.right = Math.max(region.right, column + 1);
    region.top = Math.min(region.top, row);
    region.bottom = Math.max(region.bottom, row + 1);
    region.tiles += 1;
    for (const [y, x] of [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ] as const) {
      const next = y * columns + x;
      if (y < 0 || y >= rows || x < 0 || x >= columns || !other[next] || label[next]) continue;
      label[next] = 1;
      open.push(next);
    }
  }
  return region;
}

function meanTone(map: TileMap, region: Region): number {
  let sum = 0;
  for (let row = region.top; row < region.bottom; row += 1) {
    for (let column = region.left; column < region.right; column += 1) sum += map.tone[row * map.columns + column] ?? 0;
  }
  return sum / ((region.right - region.left) * (region.bottom - region.top));
}

/**
 * Shrinks a rectangle whose outer squares also contain paper, one row of pixels at a time, to the edge of the
 * photograph. Does not shrink it at the `edge` of the sheet.
 */
function trimPaper(grid: PixelGrid, rough: PixelBox, edge: PixelBox): PixelBox {
  const box = { ...rough };
  const paper = paperAround(grid, rough);
  const isBare = (line: PixelBox) => partAsLightAs(grid, line, paper) > 0.6;
  for (let step = 0; step < tileSide; step += 1) {
    if (isBare({ ...box, right: box.left + 1 })) box.left += 1;
    if (isBare({ ...box, left: box.right - 1 })) box.right -= 1;
    if (isBare({ ...box, bottom: box.top + 1 })) box.top += 1;
    if (isBare({ ...box, top: box.bottom - 1 })) box.bottom -= 1;
  }
  // The outermost pixels are half paper, and a light line around a photograph is more visible than a lost one.
  return {
    left: box.left > edge.left ? box.left + 1 : box.left,
    top: box.top > edge.top ? box.top + 1 : box.top,
    right: box.right < edge.right ? box.right - 1 : box.right,
    bottom: box.bottom < edge.bottom ? box.bottom - 1 : box.bottom,
  };
}

/**
 * Returns the lightness of the paper around a rectangle: the lightest pixel of a ring around it, 255 if there is none.
 */
function paperAround(grid: PixelGrid, box: PixelBox): number {
  let most = 0;
  const sample = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= grid.width || y >= grid.height) return;
    most = Math.max(most, readPixel(grid, x, y).light);
  };
  for (let x = box.left; x < box.right; x += 1) {
    sample(x, box.top - 2);
    sample(x, box.bottom + 1);
  }
  for (let y = box.top; y < box.bottom; y += 1) {
    sample(box.left - 2, y);
    sample(box.right + 1, y);
  }
  return most || 255;
}

function partAsLightAs(grid: PixelGrid, line: PixelBox, paper: number): number {
  let total = 0;
  let bare = 0;
  for (let y = line.top; y < line.bottom; y += 1) {
    for (let x = line.left; x < line.right; x += 1) {
      const { light, colour } = readPixel(grid, x, y);
      total += 1;
      if (light > paper * 0.9 && colour < 40) bare += 1;
    }
  }
  return total ? bare / total : 0;
}

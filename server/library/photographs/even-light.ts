import type { ColourPixels } from './pixels.ts';

/**
 * Number of cells along the longer side. A cell is smaller than a shadow's edge, and larger than the distance between
 * the strokes of letters.
 */
const cellsAlong = 150;
/** Width in cells: letters and lines that are narrower are ink on paper, not darker paper. */
const inkReach = 3;
/** Size in cells of the largest figure that is not mistaken for a shadow. */
const figureReach = 22;
/** Brightness of the darkest shadow, as a fraction of the paper around it; anything darker is a figure. */
const darkestShadow = 0.4;
/** Maximum colour change of a shadow, as a fraction of the brightest channel; figures change the colour more. */
const maxTint = 0.12;
/** Fraction of the brightness of the paper below which everything is ink. */
const inkTo = 0.18;
/**
 * Maximum brightness, as a fraction of the paper's, above which everything is paper. The fraction is lower for a grainy
 * picture, whose grain would take most of the bytes, and higher for a clean one, so that pencil and light print stay.
 */
const mostPaper = 0.95;
const leastPaper = 0.84;
/** Grain is cut off up to this many standard deviations. */
const grainCut = 2.3;

/** The light on a page: for each cell, the colour of its paper in three numbers. */
type Light = { cells: Float32Array; across: number; down: number; cell: number };

/**
 * Makes paper white everywhere, in place: divides each pixel by the light on the paper around it, which removes shadows
 * and the colour of lamps, and cuts off the grain of the paper.
 */
export function evenLight(page: ColourPixels): void {
  const { data, width, height } = page;
  const light = findLight(page);
  const paper = new Float32Array(width * 3);
  const paperFrom = findPaper(page, light, paper);
  const factor = 255 / (paperFrom - inkTo);
  for (let y = 0; y < height; y += 1) {
    lightOfRow(light, y, paper);
    const row = y * width * 3;
    for (let at = 0; at < paper.length; at += 1) {
      const share = (data[row + at] ?? 0) / (paper[at] ?? 255);
      data[row + at] = Math.max(0, Math.min(255, (share - inkTo) * factor + 0.5));
    }
  }
}

/** Interpolates the light on one row of pixels from the cells around them, three numbers per pixel. */
function lightOfRow({ cells, across, down, cell }: Light, y: number, into: Float32Array): void {
  const cellY = Math.min(down - 1, Math.max(0, (y + 0.5) / cell - 0.5));
  const row = Math.floor(cellY);
  const upper = row * across * 3;
  const lower = Math.min(down - 1, row + 1) * across * 3;
  const shareY = cellY - row;
  for (let x = 0; x * 3 < into.length; x += 1) {
    const cellX = Math.min(across - 1, Math.max(0, (x + 0.5) / cell - 0.5));
    const column = Math.floor(cellX);
    const [left, right] = [column * 3, Math.min(across - 1, column + 1) * 3];
    const shareX = cellX - column;
    for (let channel = 0; channel < 3; channel += 1) {
      const above =
        (cells[upper + left + channel] ?? 0) * (1 - shareX) + (cells[upper + right + channel] ?? 0) * shareX;
      const below =
        (cells[lower + left + channel] ?? 0) * (1 - shareX) + (cells[lower + right + channel] ?? 0) * shareX;
      into[x * 3 + channel] = Math.max(1, above * (1 - shareY) + below * shareY);
    }
  }
}

/**
 * Returns the fraction of the light above which a pixel is paper: the most frequent fraction minus a multiple of its
 * grain.
 */
function findPaper({ data, width, height }: ColourPixels, light: Light, row: Float32Array): number {
  const counts = new Uint32Array(200);
  for (let y = 3; y < height; y += 7) {
    lightOfRow(light, y, row);
    for (let x = 1; x < width; x += 3) {
      const at = x * 3 + 1;
      const share = Math.round(((data[y * width * 3 + at] ?? 0) / (row[at] ?? 255)) * 100);
      if (share < counts.length) counts[share] = (counts[share] ?? 0) + 1;
    }
  }
  let mode = 100;
  for (let share = 80; share <= 110; share += 1) if ((counts[share] ?? 0) > (counts[mode] ?? 0)) mode = share;
  // Only grain is lighter than paper; below it there is ink as well.
  let lighter = 0;
  for (let share = mode; share < counts.length; share += 1) lighter += counts[share] ?? 0;
  let [spread, seen] = [0, 0];
  while (spread < 30 && seen < lighter * 0.683) {
    seen += counts[mode + spread] ?? 0;
    spread += 1;
  }
  return Math.min(mostPaper, Math.max(leastPaper, (mode - grainCut * spread) / 100));
}

function findLight({ data, width, height }: ColourPixels): Light {
  const cell = Math.max(4, Math.round(Math.max(width, height) / cellsAlong));
  const across = Math.ceil(width / cell);
  const down = Math.ceil(height / cell);
  const cells = new Float32Array(across * down * 3);
  const counts = new Uint32Array(256);
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const right = Math.min(width, (column + 1) * cell);
      const bottom = Math.min(height, (row + 1) * cell);
      const at = (row * across + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        counts.fill(0);
        let total = 0;
        for (let y = row * cell; y < bottom; y += 1) {
          for (let x = column * cell; x < right; x += 1) {
            const value = data[(y * width + x) * 3 + channel] ?? 0;
            counts[value] = (counts[value] ?? 0) + 1;
            total += 1;
          }
        }
        // Among the lighter pixels of the cell, but not its lightest: that may be grain or a reflection.
        let [shade, seen] = [255, counts[255] ?? 0];
        while (shade > 0 && seen < total * 0.25) {
          shade -= 1;
          seen += counts[shade] ?? 0;
        }
        cells[at + channel] = shade;
      }
    }
  }
  const size = { across, down };
  const near = close(cells, size, inkReach);
  const wide = blur(close(cells, size, figureReach), size, 6);
  keepFigures(near, wide);
  return { cells: blur(near, size, 2), across, down, cell };
}

/**
 * Uses the light from further away for cells that are too dark for a shadow, or coloured, because they are part of a
 * figure.
 */
function keepFigures(near: Float32Array, wide: Float32Array): void {
  for (let at = 0; at < near.length; at += 3) {
    const shares = [0, 1, 2].map((channel) => (near[at + channel] ?? 0) / Math.max(1, wide[at + channel] ?? 1));
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    if (least >= darkestShadow && most - least <= maxTint) continue;
    for (let channel = 0; channel < 3; channel += 1) near[at + channel] = wide[at + channel] ?? 255;
  }
}

type Grid = { across: number; down: number };

/** Applies a morphological closing: dark areas narrower than twice the reach get the shade around them. */
function close(cells: Float32Array, grid: Grid, reach: number): Float32Array {
  return filter(filter(cells, grid, reach, 'lightest'), grid, reach, 'darkest');
}

function blur(cells: Float32Array, grid: Grid, reach: number): Float32Array {
  return filter(filter(cells, grid, reach, 'mean'), grid, reach, 'mean');
}

type Combine = 'lightest' | 'darkest' | 'mean';

/** Combines each cell with those within reach in its row, then in its column. */
function filter(cells: Float32Array, { across, down }: Grid, reach: number, combine: Combine): Float32Array {
  const rows = along(cells, { count: across, step: 3, lines: down, lineStep: across * 3 }, reach, combine);
  return along(rows, { count: down, step: across * 3, lines: across, lineStep: 3 }, reach, combine);
}

function along(
  from: Float32Array,
  { count, step, lines, lineStep }: { count: number; step: number; lines: number; lineStep: number },
  reach: number,
  combine: Combine,
): Float32Array {
  const to = new Float32Array(from.length);
  for (let line = 0; line < lines; line += 1) {
    for (let index = 0; index < count; index += 1) {
      const first = Math.max(0, index - reach);
      const last = Math.min(count - 1, index + reach);
      for (let channel = 0; channel < 3; channel += 1) {
        const base = line * lineStep + channel;
        let value = from[base + first * step] ?? 0;
        for (let near = first + 1; near <= last; near += 1) {
          const other = from[base + near * step] ?? 0;
          if (combine === 'mean') value += other;
          else if (combine === 'lightest' ? other > value : other < value) value = other;
        }
        to[base + index * step] = combine === 'mean' ? value / (last - first + 1) : value;
      }
    }
  }
  return to;
}

import type { GreyPixels } from './mark-ink.ts';

/** Cells along the longer side: smaller than the edge of a shadow, larger than the space between two lines of text. */
const cellsAlong = 100;
/** Quantile of a cell's pixels, from the lightest: paper rather than ink, and not the lightest grain. */
const paperQuantile = 0.3;
/** Brightness from which paper counts as white. */
const whiteFrom = 225;
/** Maximum fraction of the cells that may be figures on white paper. */
const figureShare = 0.1;
/** Cells darker than this fraction of the page's paper are figures, not shadows. */
const darkestShadow = 0.35;
/** Brightness below which a page whose letters are lighter is light text on a dark background. */
const darkGround = 110;
/** Fractions of the paper's shade: a pixel is white from the first one up, and black up to the second. */
const whiteShare = 0.92;
const blackShare = 0.25;

/**
 * Makes the background of a page white, in place, where it is grey or unevenly lit, as in a photograph of a sheet, by
 * dividing each pixel by the shade of the paper around it. Tesseract uses one threshold between ink and paper for the
 * whole page, and would find no text in such pages. Light text on a dark ground becomes dark text. Returns true if the
 * page was changed.
 */
export function levelBackground(page: GreyPixels): boolean {
  if (isLightOnDark(page)) for (let at = 0; at < page.data.length; at += 1) page.data[at] = 255 - (page.data[at] ?? 0);
  const cells = findPaper(page);
  const sorted = Uint8Array.from(cells.shades).sort();
  if ((sorted[Math.floor(sorted.length * figureShare)] ?? 255) >= whiteFrom) return false;
  const darkest = (sorted[Math.floor(sorted.length / 2)] ?? 255) * darkestShadow;
  const smooth = blur({ ...cells, shades: cells.shades.map((shade) => Math.max(shade, darkest)) });
  divide(page, smooth);
  return true;
}

function isLightOnDark({ data }: GreyPixels): boolean {
  const counts = new Uint32Array(256);
  for (const shade of data) counts[shade] = (counts[shade] ?? 0) + 1;
  let [ground, seen] = [0, counts[0] ?? 0];
  while (ground < 255 && seen < data.length / 2) {
    ground += 1;
    seen += counts[ground] ?? 0;
  }
  if (ground >= darkGround) return false;
  const lighter = counts.reduce((sum, count, shade) => (shade > ground * 1.6 + 20 ? sum + count : sum), 0);
  const darker = counts.reduce((sum, count, shade) => (shade < ground * 0.6 ? sum + count : sum), 0);
  return lighter > darker * 2;
}

type Cells = { shades: Float64Array; across: number; down: number; cell: number };

function findPaper({ data, width, height }: GreyPixels): Cells {
  const cell = Math.max(4, Math.ceil(Math.max(width, height) / cellsAlong));
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const shades = new Float64Array(across * down);
  const counts = new Uint32Array(256);
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)];
      counts.fill(0);
      for (let y = row * cell; y < bottom; y += 1) {
        for (let at = y * width + column * cell; at < y * width + right; at += 1) {
          const shade = data[at] ?? 0;
          counts[shade] = (counts[shade] ?? 0) + 1;
        }
      }
      const enough = (right - column * cell) * (bottom - row * cell) * paperQuantile;
      let [shade, seen] = [255, counts[255] ?? 0];
      while (shade > 0 && seen < enough) {
        shade -= 1;
        seen += counts[shade] ?? 0;
      }
      shades[row * across + column] = shade;
    }
  }
  return { shades, across, down, cell };
}

/**
 * Returns the lightest shade around each cell, so that thick letters are not taken for paper; then averages it with the
 * shades around it.
 */
function blur(cells: Cells): Cells {
  return combine(
    combine(cells, (near) => Math.max(...near)),
    (near) => near.reduce((sum, each) => sum + each, 0) / near.length,
  );
}

function combine({ shades, across, down, cell }: Cells, of: (near: number[]) => number): Cells {
  const combined = shades.map((_, index) => {
    const [row, column] = [Math.floor(index / across), index % across];
    const near: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x += 1)
        near.push(shades[y * across + x] ?? 255);
    return of(near);
  });
  return { shades: combined, across, down, cell };
}

/**
 * Divides each pixel by the shade of the paper at its position, interpolated between the middles of the cells around
 * it.
 */
function divide({ data, width, height }: GreyPixels, { shades, across, down, cell }: Cells): void {
  const scale = 255 / (whiteShare - blackShare);
  for (let y = 0; y < height; y += 1) {
    const cellY = Math.min(down - 1, Math.max(0, (y + 0.5) / cell - 0.5));
    const upper = Math.floor(cellY) * across;
    const lower = Math.min(down - 1, Math.floor(cellY) + 1) * across;
    const shareY = cellY - Math.floor(cellY);
    for (let x = 0; x < width; x += 1) {
      const cellX = Math.min(across - 1, Math.max(0, (x + 0.5) / cell - 0.5));
      const left = Math.floor(cellX);
      const right = Math.min(across - 1, left + 1);
      const shareX = cellX - left;
      const above = (shades[upper + left] ?? 255) * (1 - shareX) + (shades[upper + right] ?? 255) * shareX;
      const below = (shades[lower + left] ?? 255) * (1 - shareX) + (shades[lower + right] ?? 255) * shareX;
      const paper = Math.max(1, above * (1 - shareY) + below * shareY);
      const at = y * width + x;
      data[at] = Math.max(0, Math.min(255, Math.round(((data[at] ?? 0) / paper - blackShare) * scale)));
    }
  }
}

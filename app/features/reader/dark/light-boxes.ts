import { areaOf, joinBoxes, type PageBox } from '#app/features/reader/geometry/page-box.ts';
import { findPhotographs } from './photo-regions.ts';
import { mapTiles, tileSide, type PixelBox, type PixelGrid, type TileMap } from './tile-map.ts';

/**
 * Minimum area of a picture, as a fraction of the page. A smaller image is a bullet, a letter or a line, and becomes
 * dark with the paper.
 */
const minArea = 0.002;

/** An image that covers at least this fraction of the page is the page itself: a scan, or a photograph of a sheet. */
const scanArea = 0.4;

/** An image with less paper than this is a photograph or a colour figure; sheets photographed on a table have more. */
const minPaper = 0.7;

/** An image with less than `minPaper` but hardly any shades is a bold drawing. */
const minTone = 0.25;

/** Maximum fraction of black pixels. An image with more (a screenshot, a slide) is already dark. */
const maxBlack = 0.55;

/**
 * A drawn page with a smaller fraction of paper is a cover or a dark slide: inverted, it would be the brightest page.
 */
const minPaperOfPage = 0.3;

const wholePage: PageBox = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * Returns the parts of a page that stay light in a dark reader, as boxes on the page: photographs, colour figures, and the whole
 * of a page with a coloured or dark background. Everything with paper (text, drawings, tables, a scanned sheet) becomes dark.
 * `grid` is a small picture of the whole page, `images` the positions of its images.
 */
export function findLightBoxes(grid: PixelGrid, images: readonly PageBox[]): PageBox[] {
  const pictures = joinBoxes(images).filter((image) => areaOf(image) >= minArea);
  // An image as large as the page is analysed separately.
  const isDrawn = pictures.every((image) => areaOf(image) < scanArea);
  if (isDrawn && isCover(grid, pictures)) return [wholePage];
  return pictures.flatMap((image) => {
    const box = pixelsOf(grid, image);
    const map = mapTiles(grid, box);
    const photographs = areaOf(image) >= scanArea ? findPhotographs(grid, box, map) : [];
    const paper = paperAround(
      map,
      photographs.map(({ tiles }) => tiles),
    );
    if (isPicture(paper, map, minPaper)) return [image];
    return photographs.map((photograph) => onPage(grid, photograph.pixels));
  });
}

/** True if a page, without its images, has hardly any paper. */
function isCover(grid: PixelGrid, images: readonly PageBox[]): boolean {
  const map = mapTiles(grid, pixelsOf(grid, wholePage));
  const paper = paperAround(
    map,
    images.map((image) => tilesUnder(pixelsOf(grid, image))),
  );
  return isPicture(paper, map, minPaperOfPage);
}

function isPicture(paper: number, map: TileMap, least: number): boolean {
  if (map.black > maxBlack) return true;
  return paper < least && map.tone.reduce((sum, each) => sum + each, 0) / map.tone.length >= minTone;
}

function tilesUnder(pixels: PixelBox): PixelBox {
  return {
    left: Math.floor(pixels.left / tileSide),
    top: Math.floor(pixels.top / tileSide),
    right: Math.ceil(pixels.right / tileSide),
    bottom: Math.ceil(pixels.bottom / tileSide),
  };
}

/**
 * Returns the fraction of paper, 0 to 1, in the area around these boxes of squares; 0 if there is no area around them.
 */
function paperAround(map: TileMap, boxes: readonly PixelBox[]): number {
  let total = 0;
  let paper = 0;
  for (let row = 0; row < map.rows; row += 1) {
    for (let column = 0; column < map.columns; column += 1) {
      const isWithin = boxes.some(
        ({ left, top, right, bottom }) => column >= left && column < right && row >= top && row < bottom,
      );
      if (isWithin) continue;
      total += 1;
      paper += map.isPaper[row * map.columns + column] ?? 0;
    }
  }
  return total ? paper / total : 0;
}

function pixelsOf(grid: PixelGrid, box: PageBox): PixelBox {
  const left = clamp(Math.round(box.left * grid.width), 0, grid.width - 1);
  const top = clamp(Math.round(box.top * grid.height), 0, grid.height - 1);
  return {
    left,
    top,
    right: clamp(Math.round(box.right * grid.width), left + 1, grid.width),
    bottom: clamp(Math.round(box.bottom * grid.height), top + 1, grid.height),
  };
}

function onPage(grid: PixelGrid, box: PixelBox): PageBox {
  return {
    left: box.left / grid.width,
    top: box.top / grid.height,
    right: box.right / grid.width,
    bottom: box.bottom / grid.height,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

import { areaOf, joinBoxes, type PageBox } from '#app/features/reader/geometry/page-box.ts';
import { findPhotographs } from './photo-regions.ts';
import { mapTiles, tileSide, type PixelBox, type PixelGrid, type TileMap } from './tile-map.ts';

/** An image smaller than this part of the page is a bullet, a letter or a rule: it turns with the paper. */
const minArea = 0.002;

/** An image that fills this much of the page is the page itself: a scan, or a photograph of a sheet. */
const scanArea = 0.4;

/** With less paper than this an image is a photograph or a colour figure; sheets photographed on a table have more. */
const minPaper = 0.7;

/** What has less than `minPaper` but hardly a tone is a bold drawing. */
const minTone = 0.25;

/** What is mostly black (a screen, a slide) is dark already. */
const maxBlack = 0.55;

/** A drawn page with less paper than this is a cover or a dark slide: turned, it would be the brightest of all. */
const minPaperOfPage = 0.3;

const wholePage: PageBox = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * What is to keep its light on a dark page, as boxes on the page: photographs and colour figures, and the whole of a
 * page on coloured or dark ground. Everything that shows paper (text, drawings, tables, a scanned sheet) turns dark.
 * `grid` is the whole page made small, `images` where its images lie.
 */
export function findBoxesToSpare(grid: PixelGrid, images: readonly PageBox[]): PageBox[] {
  const pictures = joinBoxes(images).filter((image) => areaOf(image) >= minArea);
  // An image as large as the page is judged for itself.
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

/** Whether there is hardly any paper on a page, its images aside. */
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

/** How much of what lies around those boxes of squares is paper, 0 to 1; 0 when nothing lies around them. */
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

import { findInk, type PageInk } from '#app/features/reader/geometry/page-ink.ts';
import { drawPage, freeCanvas } from './draw-page.ts';
import type { PdfDocument } from './open-pdf.ts';

/** Width of the picture in which text is searched, in pixels: two columns of a printed page are ten pixels apart. */
const inkWidth = 400;

/** Maximum number of pixels of that picture; a long page is searched in a coarser one. */
const maxInkPixels = 600_000;

/** Number of pages whose ink is cached: those in view and their neighbours. */
const maxCached = 6;

/** The ink of an open document's upright pages. */
export type DocumentInk = {
  /** Returns the ink of a page, by its number from 1. Rejects if the page is damaged, or if `signal` is aborted. */
  read(page: number, signal: AbortSignal): Promise<PageInk>;
};

/** Reads the ink of pages from small pictures, and caches the latest. */
export function readInkOf(document: PdfDocument): DocumentInk {
  const cached = new Map<number, PageInk>();
  return {
    async read(number, signal) {
      const ink =
        cached.get(number) ??
        (await document.withPage(number, async (page) => {
          const size = { width: inkWidth, pixelRatio: 1, maxPixels: maxInkPixels };
          const canvas = await drawPage(page, { ...size, rotation: 0, signal });
          const found = inkOf(canvas.getContext('2d'));
          freeCanvas(canvas);
          return found;
        }));
      cached.delete(number);
      cached.set(number, ink);
      const [oldest] = cached.keys();
      if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
      return ink;
    },
  };
}

/** Returns the ink of a page from a picture of it, which is loaded. */
export function inkOfPicture(picture: HTMLImageElement | HTMLCanvasElement): PageInk {
  const size =
    picture instanceof HTMLImageElement ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture;
  const canvas = document.createElement('canvas');
  canvas.width = inkWidth;
  canvas.height = Math.max(
    1,
    Math.min(Math.round((inkWidth * size.height) / size.width), Math.floor(maxInkPixels / inkWidth)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const ink = inkOf(context);
  freeCanvas(canvas);
  return ink;
}

function inkOf(context: CanvasRenderingContext2D | null): PageInk {
  if (!context) throw new Error('the browser gave no canvas');
  const { width, height } = context.canvas;
  return findInk(context.getImageData(0, 0, width, height));
}

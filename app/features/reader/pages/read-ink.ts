import { drawPage, freeCanvas } from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { inkOf, inkWidth, maxInkPixels, type PageInk } from '#app/features/viewer/ink/page-ink.ts';

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

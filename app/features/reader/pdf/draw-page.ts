import type { PageViewport } from 'pdfjs-dist';
import { fitCanvas } from '#app/features/reader/geometry/canvas-size.ts';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import { isSideways, turn, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import type { PdfPage } from './open-pdf.ts';
import { noteImages } from './page-images.ts';

/** The measures of an upright page, in CSS pixels at scale 1. */
export type PageMeasures = {
  width: number;
  height: number;
  /** CSS pixels per unit of the page. The page's text is laid out in these units. */
  userUnit: number;
  /** The rotation stored in the file, in degrees. */
  rotate: number;
};

/** Measures a page. Throws if the page has no size. */
export function measurePage(page: PdfPage): PageMeasures {
  return { ...sizeOfPage(page), userUnit: page.userUnit || 1, rotate: page.rotate };
}

/** Returns the width of a page rotated by `rotation`, in its own units. */
export function unitWidthOf({ width, height, userUnit }: PageMeasures, rotation: Rotation): number {
  return (isSideways(rotation) ? height : width) / userUnit;
}

/** Returns the height of a page rotated by `rotation` that is `width` wide. */
export function heightOf(measures: PageMeasures, width: number, rotation: Rotation): number {
  return (width * unitWidthOf(measures, turn(rotation, 1))) / unitWidthOf(measures, rotation);
}

/** Returns width and height of a page rotated by `rotation`, in CSS pixels at scale 1. Throws if the page has no size. */
export function sizeOfPage(page: PdfPage, rotation: Rotation = 0): { width: number; height: number } {
  const { width, height } = viewportOf(page, 1, rotation);
  if (!(width > 0 && height > 0)) throw new Error('the page has no size');
  return { width, height };
}

/** Returns the viewport of a page with its own rotation plus that of the reader, moved by an offset in pixels. */
export function viewportOf(page: PdfPage, scale: number, rotation: Rotation, offset = { x: 0, y: 0 }) {
  return page.getViewport({
    scale,
    rotation: (page.rotate + rotation) % 360,
    offsetX: offset.x,
    offsetY: offset.y,
  });
}

type Drawing = { width: number; rotation: Rotation; pixelRatio: number; maxPixels: number; signal: AbortSignal };

/**
 * Draws a page onto a new canvas, `width` CSS pixels wide, with the resolution of the screen as far as memory allows.
 * Rejects with the problem of the page; if `signal` is aborted, drawing stops and an AbortError is thrown.
 */
export async function drawPage(page: PdfPage, options: Drawing): Promise<HTMLCanvasElement> {
  const { width, rotation, pixelRatio, maxPixels, signal } = options;
  const natural = sizeOfPage(page, rotation);
  const height = (width * natural.height) / natural.width;
  const size = fitCanvas({ width, height, pixelRatio, maxPixels });
  const viewport = viewportOf(page, size.width / natural.width, rotation);
  const canvas = await renderPage(page, { size, viewport, recordImages: true, signal });
  noteImages(page, viewport, canvas);
  return canvas;
}

/** Draws a part of a page that is `width` CSS pixels wide as a whole. Otherwise like `drawPage`. */
export async function drawPart(page: PdfPage, part: PageBox, options: Drawing): Promise<HTMLCanvasElement> {
  const { width, rotation, pixelRatio, maxPixels, signal } = options;
  const natural = sizeOfPage(page, rotation);
  const height = (width * natural.height) / natural.width;
  const partWidth = (part.right - part.left) * width;
  const size = fitCanvas({ width: partWidth, height: (part.bottom - part.top) * height, pixelRatio, maxPixels });
  const ratio = size.width / partWidth;
  const offset = { x: -part.left * width * ratio, y: -part.top * height * ratio };
  const viewport = viewportOf(page, (width * ratio) / natural.width, rotation, offset);
  return renderPage(page, { size, viewport, recordImages: false, signal });
}

async function renderPage(
  page: PdfPage,
  drawing: {
    size: { width: number; height: number };
    viewport: PageViewport;
    recordImages: boolean;
    signal: AbortSignal;
  },
): Promise<HTMLCanvasElement> {
  const { size, viewport, recordImages, signal } = drawing;
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  canvas.setAttribute('aria-hidden', 'true');
  const task = page.render({ canvas, viewport, recordImages });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    await task.promise;
    return canvas;
  } catch (error) {
    task.cancel();
    task.promise.catch(() => {});
    freeCanvas(canvas);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Frees a canvas's memory now; browsers otherwise do so much later. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Frees the memory that pdf.js uses to draw a page again. */
export function releasePage(page: PdfPage): void {
  page.cleanup();
}

import type { PageViewport } from 'pdfjs-dist';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import type { PdfPage } from './open-pdf.ts';
import { pointInView } from './point-in-view.ts';

type Point = { x: number; y: number };

/** A corner of an image and its two neighbours. */
type Corners = readonly [Point, Point, Point];

/** The positions of each page's images, in its own units, for later drawings of the page. */
const inPage = new WeakMap<PdfPage, Corners[]>();

/** Positions of the images on a canvas. */
const onCanvas = new WeakMap<HTMLCanvasElement, PageBox[]>();

/**
 * Records the positions of the images on a page from the canvas it was just drawn on. pdf.js reports them only when it
 * first draws a page (`recordImages`), as three corners in fractions of that canvas. It does not report masks and
 * images repeated in a row, and reports wrong positions inside an isolated transparency group.
 */
export function noteImages(page: PdfPage, viewport: PageViewport, canvas: HTMLCanvasElement): void {
  const recorded: ArrayLike<number> | null = page.imageCoordinates;
  if (recorded && !inPage.has(page)) inPage.set(page, toPage(recorded, viewport));
  onCanvas.set(
    canvas,
    (inPage.get(page) ?? []).map((corners) => boxAround(corners, viewport)),
  );
}

/** Returns the positions of the images on a drawn page: upright boxes around them. */
export function imagesOn(canvas: HTMLCanvasElement): readonly PageBox[] {
  return onCanvas.get(canvas) ?? [];
}

function toPage(recorded: ArrayLike<number>, viewport: PageViewport): Corners[] {
  const point = (at: number): Point => {
    const [x = 0, y = 0]: number[] = viewport.convertToPdfPoint(
      (recorded[at] ?? 0) * viewport.width,
      (recorded[at + 1] ?? 0) * viewport.height,
    );
    return { x, y };
  };
  return Array.from({ length: Math.floor(recorded.length / 6) }, (_, image) => [
    point(image * 6),
    point(image * 6 + 2),
    point(image * 6 + 4),
  ]);
}

function boxAround([one, next, other]: Corners, viewport: PageViewport): PageBox {
  const opposite = { x: next.x + other.x - one.x, y: next.y + other.y - one.y };
  const corners = [one, next, other, opposite].map(({ x, y }) => pointInView(viewport, x, y));
  const across = corners.map(({ x }) => withinPage(x));
  const down = corners.map(({ y }) => withinPage(y));
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}

function withinPage(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

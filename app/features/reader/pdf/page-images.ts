import type { PageViewport } from 'pdfjs-dist';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import type { PdfPage } from './open-pdf.ts';

/** A corner and its two neighbours: x, y three times. */
type Corners = readonly [number, number, number, number, number, number];

/** Where the images of a page lie, in the page's own units, so that every view of it may ask. */
const inPage = new WeakMap<PdfPage, Corners[]>();

/** Where they lie on what was drawn of it. */
const onCanvas = new WeakMap<HTMLCanvasElement, PageBox[]>();

/**
 * Notes where the images of a page lie on the canvas it was just drawn on. pdf.js records them on a page's first
 * drawing only (`recordImages`), three corners of each in fractions of that canvas; masks and images repeated in a row
 * are not told, those within an isolated transparency group not rightly.
 */
export function noteImages(page: PdfPage, viewport: PageViewport, canvas: HTMLCanvasElement): void {
  const recorded = page.imageCoordinates as ArrayLike<number> | null;
  if (recorded && !inPage.has(page)) inPage.set(page, toPage(recorded, viewport));
  onCanvas.set(
    canvas,
    (inPage.get(page) ?? []).map((corners) => boxAround(corners, viewport)),
  );
}

/** Where images lie on a drawn page: upright boxes around them. */
export function imagesOn(canvas: HTMLCanvasElement): readonly PageBox[] {
  return onCanvas.get(canvas) ?? [];
}

function toPage(recorded: ArrayLike<number>, viewport: PageViewport): Corners[] {
  const point = (at: number) =>
    viewport.convertToPdfPoint(recorded[at]! * viewport.width, recorded[at + 1]! * viewport.height) as [number, number];
  return Array.from({ length: Math.floor(recorded.length / 6) }, (_, image) => [
    ...point(image * 6),
    ...point(image * 6 + 2),
    ...point(image * 6 + 4),
  ]);
}

function boxAround([ax, ay, bx, by, cx, cy]: Corners, viewport: PageViewport): PageBox {
  const corners = [
    [ax, ay],
    [bx, by],
    [cx, cy],
    [bx + cx - ax, by + cy - ay],
  ].map(([x, y]) => viewport.convertToViewportPoint(x!, y!) as [number, number]);
  const across = corners.map(([x]) => withinPage(x / viewport.width));
  const down = corners.map(([, y]) => withinPage(y / viewport.height));
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}

function withinPage(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

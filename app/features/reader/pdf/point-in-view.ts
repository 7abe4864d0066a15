import type { PageViewport } from 'pdfjs-dist';

/** Converts a point in the page's own units to fractions of the displayed page, from the left and from the top. */
export function pointInView(viewport: PageViewport, x: number, y: number): { x: number; y: number } {
  const [left = 0, top = 0]: number[] = viewport.convertToViewportPoint(x, y);
  return { x: left / viewport.width, y: top / viewport.height };
}

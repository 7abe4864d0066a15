import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import { findLineOrder, type LineOrder, type TextPart } from './line-order.ts';
import type { PdfDocument, PdfPage } from './open-pdf.ts';
import { pointInView } from './point-in-view.ts';
import { readTextContent } from './text-content.ts';

/**
 * The text of a page as in its text layer: the parts are joined without separators, so that an offset means the same in
 * both.
 */
export type PageText = {
  text: string;
  /** Offsets at which a line ends. */
  lineEnds: Uint32Array;
  lineOrder: LineOrder;
  /** Start of each part in `text`. */
  pieceStarts: Uint32Array;
  /** The position of each part on the page: from the left, from the top, from the left … (0 to 1). */
  piecePoints: Float32Array;
};

/**
 * Reads the text of a page, numbered from 1, and caches no other data of the page. Rejects if the page is damaged, and
 * with an AbortError if `signal` is aborted.
 */
export function readPageText(document: PdfDocument, number: number, signal: AbortSignal): Promise<PageText> {
  return document.withPage(number, (page) => readText(page, signal));
}

async function readText(page: PdfPage, signal: AbortSignal): Promise<PageText> {
  const { items } = await readTextContent(page, signal);
  const viewport = page.getViewport({ scale: 1 });
  const lineEnds: number[] = [];
  const pieceStarts: number[] = [];
  const piecePoints: number[] = [];
  const lines: TextPart[][] = [[]];
  let text = '';
  for (const { hasEOL, ...part } of items.filter((each) => 'str' in each)) {
    if (part.str) {
      const [, , , , left = 0, baseline = 0]: number[] = part.transform;
      const { x, y } = pointInView(viewport, left, baseline + part.height);
      pieceStarts.push(text.length);
      piecePoints.push(x, y);
      lines.at(-1)?.push(part);
      text += part.str;
    }
    if (hasEOL) {
      lineEnds.push(text.length);
      lines.push([]);
    }
  }
  return {
    text,
    lineEnds: Uint32Array.from(lineEnds),
    lineOrder: findLineOrder(lines),
    pieceStarts: Uint32Array.from(pieceStarts),
    piecePoints: Float32Array.from(piecePoints),
  };
}

/** Returns the position on the page of the part that contains the letter at `offset`. */
export function pointOfLetter(page: number, text: PageText, offset: number): PagePoint {
  let low = 0;
  let high = text.pieceStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((text.pieceStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { page, x: text.piecePoints[low * 2] ?? 0, y: text.piecePoints[low * 2 + 1] ?? 0 };
}

/** Returns the lines of a page, in the order of the file. */
export function linesOf({ text, lineEnds }: PageText): string[] {
  const ends = [...lineEnds, text.length];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

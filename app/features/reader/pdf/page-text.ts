import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import { findLineOrder, type LineOrder, type TextPart } from './line-order.ts';
import type { PdfDocument, PdfPage } from './open-pdf.ts';
import { pointInView } from './point-in-view.ts';

/**
 * The text of a page as in its text layer: its parts one after the other without anything between them, so that an
 * offset means the same in both.
 */
export type PageText = {
  text: string;
  /** Offsets at which a line ends. */
  lineEnds: Uint32Array;
  lineOrder: LineOrder;
  /** Where each part starts in `text`. */
  pieceStarts: Uint32Array;
  /** The position of each part on the page: from the left, from the top, from the left … (0 to 1). */
  piecePoints: Float32Array;
};

/**
 * Reads the text of a page, numbered from 1, and keeps nothing else of it. Rejects if the page is damaged, and with an
 * AbortError if `signal` is aborted.
 */
export function readPageText(document: PdfDocument, number: number, signal: AbortSignal): Promise<PageText> {
  return document.withPage(number, (page) => readText(page, signal));
}

async function readText(page: PdfPage, signal: AbortSignal): Promise<PageText> {
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: 1 });
  const lineEnds: number[] = [];
  const pieceStarts: number[] = [];
  const piecePoints: number[] = [];
  const lines: TextPart[][] = [[]];
  let text = '';
  const reader: ReadableStreamDefaultReader<Chunk> = page.streamTextContent({ includeMarkedContent: true }).getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      for (const { str, hasEOL, dir = 'ltr', transform = [], width = 0, height = 0 } of chunk.value.items) {
        if (str) {
          const [, , , , left = 0, baseline = 0] = transform;
          const { x, y } = pointInView(viewport, left, baseline + height);
          pieceStarts.push(text.length);
          piecePoints.push(x, y);
          lines.at(-1)?.push({ str, dir, transform, width, height });
          text += str;
        }
        if (hasEOL) {
          lineEnds.push(text.length);
          lines.push([]);
        }
      }
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return {
    text,
    lineEnds: Uint32Array.from(lineEnds),
    lineOrder: findLineOrder(lines),
    pieceStarts: Uint32Array.from(pieceStarts),
    piecePoints: Float32Array.from(piecePoints),
  };
}

/** A piece of pdf.js's text stream: parts of the text, and structure marks, which have no `str`. */
type Chunk = { items: (Partial<TextPart> & { hasEOL?: boolean })[] };

/** The position of the part that contains the letter at `offset`. */
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

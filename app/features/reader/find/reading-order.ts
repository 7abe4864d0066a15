import type { LineOrder } from '#app/features/reader/pdf/line-order.ts';
import type { LinedText } from '#app/features/viewer/find/folded-text.ts';

/** The text of a page with the order in which its lines are read, if that differs from the file's. */
export type OrderedText = LinedText & { lineOrder?: LineOrder };

type Span = { start: number; end: number };

/**
 * Finds spans in a page's text, in the order of the file and in reading order, so that a sentence is found across lines
 * that follow each other on the page. Returns spans of the file's text, in order and without overlaps. A match across
 * lines that are separate in the file becomes several spans.
 */
export function findInBothOrders<Found extends Span>(
  page: OrderedText,
  find: (page: LinedText) => readonly Found[],
): Found[] {
  const found = [...find(page)];
  if (!page.lineOrder) return found;
  const pieces = piecesOf(page, page.lineOrder);
  const ordered = { text: pieces.map(({ text }) => text).join(''), lineEnds: lineEndsOf(pieces) };
  for (const span of find(ordered)) found.push(...toFile(span, pieces));
  return withoutOverlaps(found);
}

/**
 * Returns the spans in order, without overlaps: of overlapping spans, only the first one, and of those with the same
 * start, the longest.
 */
function withoutOverlaps<Found extends Span>(spans: readonly Found[]): Found[] {
  const sorted = spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return sorted.filter((span) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

/** A line in reading order, with its start in that order and in the file. */
type Piece = { text: string; isJoined: boolean; start: number; fileStart: number };

function piecesOf({ text, lineEnds }: LinedText, order: NonNullable<LineOrder>): Piece[] {
  const ends = [...Array.from(lineEnds), text.length];
  let start = 0;
  return order.map(({ line, isJoined }) => {
    const fileStart = ends[line - 1] ?? 0;
    const piece = { text: text.slice(fileStart, ends[line]), isJoined, start, fileStart };
    start += piece.text.length;
    return piece;
  });
}

function lineEndsOf(pieces: readonly Piece[]): number[] {
  return pieces.flatMap(({ text, start }, index) => (pieces[index + 1]?.isJoined ? [] : [start + text.length]));
}

function toFile<Found extends Span>(span: Found, pieces: readonly Piece[]): Found[] {
  const parts: Found[] = [];
  for (const { text, start, fileStart } of pieces) {
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, start + text.length)];
    if (from >= to) continue;
    const part = { ...span, start: fileStart + from - start, end: fileStart + to - start };
    const last = parts.at(-1);
    if (last && last.end === part.start) last.end = part.end;
    else parts.push(part);
  }
  return parts;
}

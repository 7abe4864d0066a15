import type { PDFPageProxy } from 'pdfjs-dist';
import { sharedHeight, sharedWidth, widthOf, type LineBox } from '#domain/reading-order/line-box.ts';
import { boxOf, quarterOf, type TextPart } from './line-order.ts';

/** Text of a page from pdf.js: its parts, and structure marks, which have no `str`. */
export type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** A part counts as written over others if they cover this fraction of its width, and of its height. */
const coveredShare = 0.7;
const coveredHeight = 0.5;
/**
 * Minimum fraction of a part's letter pairs that also are in the text below: a recognised text has a few wrong letters.
 */
const samePairs = 0.75;
/** Height in points of the bands of the page by which parts are looked up. */
const bandHeight = 20;

type Placed = LineBox & { letters: string };

/**
 * Removes text that is written over the same text: a recognised text over the page's own, and letters that are drawn
 * twice to look bold. Line ends stay.
 */
export function withoutDoubles(items: TextContent['items']): TextContent['items'] {
  const bands = new Map<string, Placed[]>();
  const single: TextContent['items'] = [];
  let isLineOpen = false;
  let wasDouble = false;
  for (const item of items) {
    if (!('str' in item)) {
      single.push(item);
      continue;
    }
    const placed = place(item);
    // A space belongs to the part before it.
    const isDouble: boolean = placed ? isWrittenTwice(placed, bands) : wasDouble;
    if (!isDouble) single.push(item);
    else if (item.hasEOL && isLineOpen) single.push({ ...item, str: '' });
    if (!isDouble || item.hasEOL) isLineOpen = !item.hasEOL;
    wasDouble = isDouble;
    if (placed && !isDouble) for (const band of bandsOf(placed)) bands.set(band, [...(bands.get(band) ?? []), placed]);
  }
  return single;
}

type PlacedPart = Placed & { quarter: number };

/** Returns the position of a part; null for whitespace and for slanted text. */
function place(part: TextPart): PlacedPart | null {
  const letters = part.str.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();
  const quarter = quarterOf(part);
  return letters === '' || quarter === null ? null : { ...boxOf(part, quarter), letters, quarter };
}

function bandsOf({ quarter, top, bottom }: PlacedPart): string[] {
  const first = Math.floor(top / bandHeight);
  const count = Math.min(Math.floor(bottom / bandHeight) - first + 1, 100);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => `${quarter} ${first + index}`);
}

function isWrittenTwice(part: PlacedPart, bands: ReadonlyMap<string, readonly Placed[]>): boolean {
  const near = new Set(bandsOf(part).flatMap((band) => bands.get(band) ?? []));
  const under = [...near].filter((other) => sharedHeight(part, other) > coveredHeight && sharedWidth(part, other) > 0);
  const covered = under.reduce((sum, other) => sum + sharedWidth(part, other), 0);
  if (covered < coveredShare * widthOf(part) || under.length === 0) return false;
  under.sort((one, other) => one.left - other.left);
  return hasLetters(under.map(({ letters }) => letters).join(''), part.letters);
}

function hasLetters(text: string, letters: string): boolean {
  if (text.includes(letters)) return true;
  const pairs = Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2));
  return pairs.length > 1 && pairs.filter((pair) => text.includes(pair)).length >= samePairs * pairs.length;
}

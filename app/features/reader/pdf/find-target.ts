import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import { pointInView } from './point-in-view.ts';

/**
 * Resolves the target of a link or an outline entry in its document; null if it does not exist. `pageOf` returns a page
 * with its displayed rotation.
 */
export async function findTarget(
  document: PDFDocumentProxy,
  target: unknown,
  pageOf: (document: PDFDocumentProxy, number: number) => Promise<PDFPageProxy>,
): Promise<PagePoint | null> {
  try {
    const destination = await destinationOf(document, target);
    const number = await pageOfDestination(document, destination);
    if (number === null || !destination) return null;
    const page = await pageOf(document, number);
    const viewport = page.getViewport({ scale: 1 });
    const { left, top } = cornerOf(destination);
    const point = pointInView(viewport, left ?? 0, top ?? 0);
    return {
      page: number,
      x: left === null ? 0 : within(point.x),
      y: top === null ? 0 : within(point.y),
    };
  } catch {
    return null;
  }
}

/** Returns the page number of a target; null if it does not exist. Needs less data than the point on the page. */
export async function pageOfTarget(document: PDFDocumentProxy, target: unknown): Promise<number | null> {
  try {
    return await pageOfDestination(document, await destinationOf(document, target));
  } catch {
    return null;
  }
}

/** Returns the page number if it is known without reading anything; else null. */
export function knownPageOfTarget(document: PDFDocumentProxy, target: unknown): number | null {
  const page: unknown = Array.isArray(target) ? target[0] : null;
  if (typeof page === 'number') return inDocument(document, page + 1);
  return isReference(page) ? document.cachedPageNumber(page) : null;
}

type Reference = { num: number; gen: number };

async function destinationOf(document: PDFDocumentProxy, target: unknown): Promise<unknown[] | null> {
  const found: unknown = typeof target === 'string' ? await document.getDestination(target) : target;
  return Array.isArray(found) ? found : null;
}

async function pageOfDestination(document: PDFDocumentProxy, destination: unknown[] | null): Promise<number | null> {
  const page = destination?.[0];
  if (typeof page === 'number') return inDocument(document, page + 1);
  if (!isReference(page)) return null;
  return document.cachedPageNumber(page) ?? inDocument(document, (await document.getPageIndex(page)) + 1);
}

/**
 * Returns the corner to show, in the page's own units; null for coordinates that the destination leaves open (PDF
 * 32000, 12.3.2.2).
 */
function cornerOf(destination: unknown[]): { left: number | null; top: number | null } {
  const [, kind, ...places] = destination;
  const at = (index: number) => (typeof places[index] === 'number' ? places[index] : null);
  switch (nameOf(kind)) {
    case 'XYZ':
      return { left: at(0), top: at(1) };
    case 'FitH':
    case 'FitBH':
      return { left: null, top: at(0) };
    case 'FitV':
    case 'FitBV':
      return { left: at(0), top: null };
    case 'FitR':
      return { left: at(0), top: at(3) };
    default:
      return { left: null, top: null };
  }
}

/** Returns the name in a PDF name object. */
function nameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

function inDocument(document: PDFDocumentProxy, number: number): number | null {
  return number >= 1 && number <= document.numPages ? number : null;
}

function within(fraction: number): number {
  return Number.isFinite(fraction) ? Math.min(Math.max(fraction, 0), 1) : 0;
}

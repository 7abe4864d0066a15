import type { PDFPageProxy } from 'pdfjs-dist';
import type { MaterialTextAnswer } from '#contract/additions.ts';

/** Pages that are shown turned beyond what the file says. */
export type TurnedPages = MaterialTextAnswer['turned'];

/** Pages of pdf.js that have their turn. */
const turned = new WeakSet<PDFPageProxy>();

/**
 * Lets a page have the rotation in which it is shown, in place of the one of its file. Everything that is drawn or measured
 * goes by it, and so does pdf.js where it is given no other.
 */
export function turnPage(page: PDFPageProxy, pages: TurnedPages): PDFPageProxy {
  const range = pages.find(({ first, last }) => page.pageNumber >= first && page.pageNumber <= last);
  if (!range || turned.has(page)) return page;
  turned.add(page);
  return Object.defineProperty(page, 'rotate', { value: (page.rotate + range.degrees) % 360 });
}

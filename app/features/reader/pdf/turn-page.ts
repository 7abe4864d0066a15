import type { PDFPageProxy } from 'pdfjs-dist';
import type { MaterialTextAnswer } from '#contract/schemas/answer-types.ts';

/** Pages that are shown rotated beyond the rotation in the file. */
export type TurnedPages = MaterialTextAnswer['turned'];

/** pdf.js pages whose rotation has been set. */
const turned = new WeakSet<PDFPageProxy>();

/**
 * Sets the rotation in which a page is shown, in place of the rotation in the file. All drawing and measuring uses it;
 * pdf.js does too, unless a call passes another rotation.
 */
export function turnPage(page: PDFPageProxy, pages: TurnedPages): PDFPageProxy {
  const range = pages.find(({ first, last }) => page.pageNumber >= first && page.pageNumber <= last);
  if (!range || turned.has(page)) return page;
  turned.add(page);
  return Object.defineProperty(page, 'rotate', { value: (page.rotate + range.degrees) % 360 });
}

import type { PDFDocumentProxy } from 'pdfjs-dist';
import { plainLine } from '#domain/text/plain-line.ts';

/** Length to which labels are cut, because the toolbar shows them. */
const maxLabelLength = 12;

/**
 * Reads the page labels of a PDF (ISO 32000-2, 12.4.2), such as `iv` or `A-3`, by position. Null if it has none, or if
 * every label equals the page's position. Never rejects: a damaged table counts as none.
 */
export async function readPageLabels(
  document: Pick<PDFDocumentProxy, 'getPageLabels'>,
): Promise<readonly string[] | null> {
  const raw = await document.getPageLabels().catch(() => null);
  const labels = raw?.map((label) =>
    [...plainLine(label.replace(/[\p{Cc}\s]+/gu, ' '))].slice(0, maxLabelLength).join(''),
  );
  return labels?.some((label, index) => label !== '' && label !== String(index + 1)) ? labels : null;
}

import type { PDFDocumentProxy } from 'pdfjs-dist';
import { plainLine } from '#domain/plain-line.ts';

/** A longer label is cut: it is shown in the toolbar. */
const maxLabelLength = 12;

/**
 * What is printed on the pages as their numbers (`iv`, `A-3`), by position; null if the file has no labels, or only the
 * positions themselves.
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

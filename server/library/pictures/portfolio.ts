import type { PdfPageText, TextLimits } from './pdf-text.ts';
import type { Pdfium } from './pdfium.ts';

/** Maximum number of attachments that are checked: one paper inside is enough. */
const maxAttachments = 200;
const nameBytes = 1024;
/** Maximum number of a portfolio's own pages: a cover sheet, and possibly a list of the contents. */
const maxCoverPages = 3;
/** A cover sheet describes the contents; a paper has more words. */
const maxCoverWords = 80;
/** Fraction of a page covered by pictures above which it is a scanned page. */
const maxImageShare = 0.5;
const textLimits = { characters: 2000, fontSamples: 1, objects: 200 };

/** Returns the number of PDFs among the files inside a PDF. */
export function countPapersInside(pdfium: Pdfium, document: number): number {
  const count = Math.min(pdfium.countAttachments(document), maxAttachments);
  let papers = 0;
  for (let index = 0; index < count; index += 1) {
    const attachment = pdfium.attachment(document, index);
    if (attachment && /\.pdf$/i.test(readName(pdfium, attachment))) papers += 1;
  }
  return papers;
}

function readName(pdfium: Pdfium, attachment: number): string {
  const buffer = pdfium.allocate(nameBytes);
  try {
    // In bytes, with the terminating zero; a longer name is not written.
    const size = pdfium.attachmentName(attachment, buffer, nameBytes);
    if (size <= 2 || size > nameBytes) return '';
    return Buffer.from(pdfium.heap().subarray(buffer, buffer + size - 2)).toString('utf16le');
  } finally {
    pdfium.free(buffer);
  }
}

/** True if the papers are files inside the PDF and its own pages are only a cover sheet. */
export function isPortfolio(pdf: {
  pageCount: number;
  papersInside(): number;
  readText(page: number, limits: TextLimits): PdfPageText | null;
}): boolean {
  if (pdf.pageCount > maxCoverPages || pdf.papersInside() === 0) return false;
  let words = 0;
  for (let page = 1; page <= pdf.pageCount; page += 1) {
    const found = pdf.readText(page, textLimits);
    if (!found) continue;
    if (found.imageShare > maxImageShare) return false;
    words += found.text.split(/\s+/).filter(Boolean).length;
  }
  return words <= maxCoverWords;
}

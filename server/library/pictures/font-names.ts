import type { Pdfium } from './pdfium.ts';

/** Longer names are cut. */
const fontNameBytes = 128;

/**
 * Calls `work` with a function that returns the name of a character's font as in the PDF, or null for a space that PDFium added.
 * `handle` is that of the page's loaded text.
 */
export function withFontNames<Result>(
  pdfium: Pdfium,
  handle: number,
  work: (nameAt: (index: number) => string | null) => Result,
): Result {
  const buffer = pdfium.allocate(fontNameBytes);
  try {
    return work((index) => {
      // With the terminating zero.
      const size = pdfium.characterFont(handle, index, buffer, fontNameBytes, 0);
      if (size <= 1) return null;
      return Buffer.from(pdfium.heap().subarray(buffer, buffer + Math.min(size, fontNameBytes) - 1)).toString();
    });
  } finally {
    pdfium.free(buffer);
  }
}

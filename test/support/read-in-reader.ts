import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPageText, type PageText } from '#app/features/reader/pdf/page-text.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';

/** Returns the text of a PDF's first page, as the reader uses it for Find and in its text layer. */
export async function readInReader(bytes: Buffer): Promise<PageText> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS }).promise;
  try {
    // Only `withPage` is used.
    const reading = { withPage: async (number, work) => work(await document.getPage(number)) } as Pick<
      PdfDocument,
      'withPage'
    >;
    return await readPageText(reading as PdfDocument, 1, new AbortController().signal);
  } finally {
    await document.loadingTask.destroy();
  }
}
